"""Rulesets, odds, battles and simulation."""

import doctest
from fractions import Fraction
from pathlib import Path

import pytest

import acies
from acies import battles, catalogue, forecasts

ROOT = Path(__file__).parents[3]


def test_everything_that_is_listed_is_there(ruleset):
    it = acies.ruleset(ruleset)
    assert it.name and it.authors
    assert len(it.rules()) > 100 and it.rule(it.rules()[0].id) == it.rules()[0]
    for card in it.armies():
        army = acies.army(ruleset, card.id)
        assert (army.name, army.cost, army.units) == (card.name, card.cost, card.units)
        assert army.cost <= army.budget and len(army.roster) > 0
    for card in it.battles():
        battle = acies.battle(card.id)
        assert battle.ruleset == ruleset and not battle.over


def test_every_example_of_odds_is_answered_in_fractions(ruleset):
    for kind in acies.ruleset(ruleset).odds_kinds():
        forecast = forecasts.example(ruleset, kind["name"])
        assert all(isinstance(it.chance, Fraction) for it in forecast.outcomes)
        assert sum(it.chance for it in forecast.outcomes) == 1
        assert forecast.rules or forecast.sums


def test_odds_by_hand():
    # VIR-3: each die that shows the value or less is a hit; two dice at 3 miss both in 1/4 of all throws.
    forecast = forecasts.example("virtus", acies.ruleset("virtus").odds_kinds()[0]["name"])
    first = forecast.outcomes[0]
    assert forecast[first.says] == first.chance
    number = next(iter(first.numbers))
    by_hand = sum(it.numbers[number] * it.chance for it in forecast.outcomes)
    assert forecast.mean(number) == by_hand


def test_words_of_odds_that_make_no_sense_are_refused_with_the_nearest():
    with pytest.raises(acies.Misread) as told:
        acies.odds("adlg", "melee", "heavy_swordsmn", "pikemen")
    assert "heavy_swordsmen" in str(told.value)
    with pytest.raises(acies.AciesError, match="there is no ruleset `vitrus`") as told:
        acies.odds("vitrus", "melee")
    assert "virtus" in told.value.hint


def test_a_battle_is_played_logged_saved_and_copied(ruleset):
    battle = acies.battle(ruleset, seed=3)
    for number in range(60):
        if battle.over:
            break
        choices = battle.candidates()
        assert choices and all(battle.check(it.action) for it in choices[:5])
        assert battle.check(choices[0].action).choice == choices[0]
        told = battle.act(choices[number % len(choices)])
        assert all(entry.line for entry in told)
    again = acies.position(battle.save())
    assert (again.ruleset, again.hash, again.save()) == (ruleset, battle.hash, battle.save())
    copy = battle.clone()
    before = battle.hash
    ends = [copy.play("random", "random", seed=5)]
    assert battle.hash == before and (copy.over or battle.over)
    ends.append(battle.play("random", "random", seed=5))
    assert ends[0] == ends[1] and copy.hash == battle.hash, "the dice of a copy are the same"
    assert battle.log() == copy.log() and battle.seat is None
    with pytest.raises(acies.AciesError, match="the battle is over"):
        battle.candidates()


def test_a_record_is_verified_and_gone_on_with():
    battle = acies.battle("tapae", seed=11)
    battle.start_record("chance", "luck")
    for number in range(25):
        battle.act(battle.decide("random", number))
    record = battle.record()
    again = acies.resume(record)
    assert again.hash == battle.hash and again.log() == battle.log()
    ends = [it.play("random", "random", seed=1) for it in (battle, again)]
    assert ends[0] == ends[1] and battle.record() == again.record()
    forged = record.replace('"faces":[', '"faces":[1,', 1)
    with pytest.raises(acies.AciesError, match="line "):
        acies.resume(forged)


def test_a_refusal_is_an_answer_with_rules():
    battle = acies.battle("tapae", seed=1)
    wrong = acies.check(battle, "begin", seat="blue" if battle.seat == "red" else "red")
    assert not wrong and wrong.rules and wrong.says and wrong.choice is None
    with pytest.raises(acies.Refused) as told:
        battle.act("begin", seat="blue" if battle.seat == "red" else "red")
    assert told.value.rules == list(wrong.rules) and wrong.rules[0] in str(told.value)
    for rule in wrong.rules:
        assert acies.ruleset("virtus").rule(rule).text
    with pytest.raises(acies.Misread, match="begn"):
        battle.act("begn")
    with pytest.raises(acies.AciesError, match="there is no seat `green`"):
        battle.act("begin", seat="green")


def test_what_looks_possible_and_is_not_says_why():
    battle = acies.battle("tapae", seed=1)
    seen = 0
    while not battle.over and seen < 20:
        for choice, verdict in battle.refused():
            assert not verdict and verdict.rules and not battle.check(choice.action)
            seen += 1
        battle.act(battle.decide("random", battle.turn))
    assert seen >= 20


def test_real_dice_are_waited_for():
    battle = acies.battle("tapae", seed=None)
    before = battle.hash
    faces = []
    while True:
        try:
            battle.act("begin", faces=faces)
            break
        except acies.DiceWanted as wanted:
            assert wanted.count > 0 and wanted.rules and battle.hash == before
            if wanted.wrong is not None:
                # No such card is left: another one.
                faces[-1] += 1
                continue
            # Another face each time: sides that tie throw again.
            faces.append(wanted.faces[len(faces) % len(wanted.faces)] if wanted.faces else 0)
    assert faces and battle.hash != before
    with pytest.raises(acies.AciesError, match="seeded"):
        acies.battle("tapae", seed=1).act("begin", faces=[1])
    with pytest.raises(acies.AciesError, match="more faces"):
        acies.battle("tapae", seed=None).act("begin", faces=[*faces, 1])


def test_a_forecast_is_exact():
    battle = acies.battle("tapae", seed=2)
    found = 0
    while not battle.over and found < 5:
        for choice in battle.candidates():
            forecast = battle.forecast(choice.action)
            if forecast is not None and forecast.outcomes:
                assert sum(it.chance for it in forecast.outcomes) == 1
                found += 1
                break
        battle.act(battle.decide("centurion", found))
    assert found == 5


def test_a_wrong_file_names_the_place(tmp_path):
    army = acies.army("virtus", "dacian")
    wrong = tmp_path / "army.toml"
    wrong.write_text(army.text.replace("name", "nmae", 1), encoding="utf-8")
    with pytest.raises(acies.BadFile) as told:
        acies.army("virtus", wrong)
    assert told.value.line >= 1 and str(told.value).startswith(f"{wrong}:{told.value.line}:")
    right = tmp_path / "right.toml"
    right.write_text(army.text, encoding="utf-8")
    assert acies.army("virtus", right) == army
    with pytest.raises(acies.AciesError, match="has no army `dacain`") as told:
        acies.army("virtus", "dacain")
    assert "dacian" in told.value.hint


def test_house_rules_are_written_over_the_position():
    plain = acies.battle("alesia")
    wooded = acies.battle("alesia", house={"terrain": {"S2": ["marsh"]}})
    marshes = [
        sum(it["kind"] == "marsh" for it in battle.view()["terrain"]) for battle in (plain, wooded)
    ]
    assert marshes[1] == marshes[0] + 1
    with pytest.raises(acies.BadFile, match="S22"):
        acies.battle("alesia", house={"terrain": {"S22": ["marsh"]}})


def test_simulations_are_the_same_whatever_plays_them(ruleset):
    one = acies.simulate(ruleset, field=True, players="random", games=24, seed=9, threads=1)
    two = acies.simulate(ruleset, field=True, players="random", games=24, seed=9, threads=2)
    assert one.battles == two.battles and one.summary == two.summary
    parts = [
        acies.simulate(ruleset, field=True, players="random", games=games, first=first, seed=9)
        for first, games in [(0, 5), (5, 19)]
    ]
    assert {name: parts[0].battles[name] + parts[1].battles[name] for name in one.battles} == one.battles
    assert one.summary["games"] == len(one) == 24
    frame = one.frame()
    assert list(frame.columns) == list(one.battles)
    assert (frame.winner == "red").sum() == one.summary["red"]["wins"]


def test_simulation_counts_rules():
    played = acies.simulate("virtus", players=("random", "centurion"), games=8, rules=True)
    rules = {rule.id for rule in acies.ruleset("virtus").rules()}
    assert played.rules and set(played.rules) <= rules
    with pytest.raises(acies.AciesError, match="there is no player `clever`"):
        acies.simulate("virtus", players="clever")
    with pytest.raises(acies.AciesError, match="no battles"):
        acies.simulate("virtus", games=0)
    with pytest.raises(acies.AciesError, match="exclude"):
        acies.simulate("virtus", battle="tapae", field=True)


def test_a_battle_is_drawn(ruleset):
    import xml.etree.ElementTree as tree

    battle = acies.battle(ruleset, seed=4)
    for number in range(30):
        if not battle.over:
            battle.act(battle.decide("random", number))
    scene = battle.view()
    drawn = tree.fromstring(battle.svg())
    titles = [it.text for it in drawn.iter("{http://www.w3.org/2000/svg}title")]
    pieces = [*scene["bases"], *scene["leaders"]]
    assert pieces and all(piece["spoken"] in titles for piece in pieces)
    assert len(battle.board()) > 100


@pytest.mark.parametrize("module", [acies, battles, catalogue, forecasts])
def test_examples_in_the_documentation(module):
    failed, tried = doctest.testmod(module)
    assert failed == 0
