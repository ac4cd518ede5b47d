"""# Battles and simulation

Cells begin with `# %%`: editors and Jupyter (with jupytext) open this file as a notebook, and a test runs it.
"""

# %% [markdown]
# A battle says who is asked what, what can be done, and why something cannot.

# %%
import acies

battle = acies.battle("tapae", seed=7)
print(battle, battle.question())
for choice in battle.candidates():
    print(choice.action, "-", choice.words)

# %%
verdict = battle.check("begin", seat="blue")
print(verdict.allowed, verdict.rules, verdict.says)

# %% [markdown]
# Actions tell what happened, with rules and sums.

# %%
for entry in battle.act("begin"):
    print(entry, *entry.detail, sep="\n    ")

# %% [markdown]
# A copy has the same dice to come, so the same players lead it to the same end.

# %%
ends = [copy.play("heuristic", "random", seed=1) for copy in (battle.clone(), battle.clone())]
assert ends[0] == ends[1]
print(ends[0])

# %% [markdown]
# A thousand battles take less than a second in Virtus; the interpreter is released while they are played.

# %%
played = acies.simulate("virtus", red="early_imperial_roman", blue="dacian", players="random", games=1000, rules=True)
share = played.summary["red"]
print(f"Rome wins {share['share']:.1%} ({share['low']:.1%} to {share['high']:.1%})")
print(sorted(played.rules.items(), key=lambda it: -it[1])[:5])

# %% [markdown]
# As a frame, if pandas is there: who wins when a battle is short?

# %%
frame = played.frame()
print(frame.groupby(frame.turns > frame.turns.median()).winner.value_counts(normalize=True))

# %% [markdown]
# A house rule is written over the position: here a wood where the table has none.

# %%
for house in (None, {"terrain": {"S2": ["wood"], "N2": ["wood"]}}):
    played = acies.simulate("virtus", battle="alesia", players="random", games=500, house=house)
    print(house, f"{played.summary['red']['share']:.1%}")
