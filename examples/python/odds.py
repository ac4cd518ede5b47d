"""# Questions about odds

Cells begin with `# %%`: editors and Jupyter (with jupytext) open this file as a notebook, and a test runs it.
"""

# %% [markdown]
# Every ruleset lists the rolls that it knows, the words that they take, and the rule that each word belongs to.

# %%
import acies
from acies.forecasts import example

for ruleset in acies.rulesets():
    print(ruleset.id, [kind["name"] for kind in ruleset.odds_kinds()])

# %% [markdown]
# A forecast is exact: chances are fractions, and they add up to one. Elite swordsmen charge pikemen who are disordered:

# %%
fight = acies.odds("adlg", "melee", "heavy_swordsmen elite charging", "pikemen disordered")
for chance in fight.highlights:
    print(f"{chance.says:40} {chance.chance!s:>12} = {float(chance):.1%}")
assert sum(outcome.chance for outcome in fight.outcomes) == 1

# %% [markdown]
# What does a circumstance bring? Ask twice.

# %%
ready = acies.odds("adlg", "melee", "heavy_swordsmen elite charging", "pikemen")
for before, after in zip(ready.highlights, fight.highlights):
    print(f"{after.says:40} {float(after.chance - before.chance):+.1%}")

# %% [markdown]
# The rows of the sums name their rules; the rulebook has their text.

# %%
rules = {row["rule"] for _, rows in fight.sums for row in rows["rows"]}
for rule in sorted(rules)[:3]:
    print(rule, acies.ruleset("adlg").rule(rule).text)

# %% [markdown]
# Every ruleset has an example for each of its rolls.

# %%
for ruleset in acies.rulesets():
    for kind in ruleset.odds_kinds()[:1]:
        print(ruleset.id, example(ruleset.id, kind["name"]).title)
