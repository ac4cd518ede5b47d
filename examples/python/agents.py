"""# Agents

Cells begin with `# %%`: editors and Jupyter (with jupytext) open this file as a notebook, and a test runs it.
"""

# %% [markdown]
# A battle as PettingZoo has games in which agents take turns. What they see has names, column by column.

# %%
import numpy as np

import acies
from acies.agents import COLUMNS

env = acies.env("virtus", battle="tapae", render_mode="ansi")
env.reset(seed=1)
seen, reward, over, broken_off, info = env.last()
print({name: table.shape for name, table in seen["observation"].items()})
print(env.agent_selection, "can choose from", seen["action_mask"].sum(), "actions:", env.options(env.agent_selection))

# %% [markdown]
# An agent that takes any action, to the end.

# %%
rng = np.random.default_rng(1)
for agent in env.agent_iter():
    seen, reward, over, broken_off, info = env.last()
    env.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
print(env.outcome())
print(env.render())

# %% [markdown]
# Who looks ahead must not know the dice to come, nor what is hidden: `guess` gives a battle that agrees with all that
# an agent knows.

# %%
env.reset(seed=2)
guess = env.guess(env.agent_selection, seed=1)
print(guess.agent_selection, np.array_equal(guess.last()[0]["action_mask"], env.last()[0]["action_mask"]))

# %% [markdown]
# Many battles side by side: one call steps them all, on all cores. The arrays are always the same.

# %%
skirmish = acies.batch("virtus", 64, field=True, seed=1)
ended = 0
for _ in range(300):
    skirmish.step(skirmish.sample(rng))
    ended += int(skirmish.done.sum())
print(ended, "battles ended;", COLUMNS["battle"][:3], skirmish.observation["battle"][0, 0, :3])

# %% [markdown]
# And against a computer player, as Gymnasium has it.

# %%
duel = acies.duel("virtus", "random")
seen, info = duel.reset(seed=1)
for _ in range(20):
    seen, reward, over, broken_off, info = duel.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    if over:
        break
print(reward, over)
