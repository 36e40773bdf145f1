"""A referee for told games of Pluton, who shares no code with the engine.

    cargo run --release -p szala-pluton --example pluton-tell -- parzymiechy 1939 0 > game.txt
    python3 scenarios/pluton/playthroughs/referee.py parzymiechy game.txt

He reads the scenario's files and the text of the game, works every line out again by the rulebook, and names each line
that differs: moves and their points, sight, fire, barrages, combat, reorganisation, commanders, points at the end. Only the
readings that are ours by default are known to him. What nobody learned in the game (turned counters that were never seen,
dice for units on paper) he leaves open. The exit code is 1 if anything differs.
"""

import re
import sys
import tomllib
from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path

SCENARIOS = Path(__file__).resolve().parent.parent
OTHER = {"Poles": "Germans", "Germans": "Poles"}
COVER = {"woods", "wooden", "brick"}
DIRECTIONS = {"N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1)}
LEVELS = {"full": 0, "under fire": 1, "pinned": 2}
FLIPPED = {"odd": "even", "even": "odd"}
CORNERS = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)]


def read(name):
    return tomllib.loads((SCENARIOS / name).read_text())


def plain(value):
    return value["value"] if isinstance(value, dict) and "value" in value else value


def hexes(text):
    return [(int(word[:2]), int(word[2:])) for word in text.split()]


def label(place):
    return "%02d%02d" % place


def side_of(counter):
    return counter.split()[0]


def doubled(place):
    """Column and twice the row; even columns stand half a hex farther south (G1)."""
    column, row = place
    return column, 2 * row + (column % 2 == 0)


def distance(one, other):
    (x, z), (u, v) = doubled(one), doubled(other)
    across, down = abs(x - u), abs(z - v)
    return across + max(0, (down - across) // 2)


class Ground:
    def __init__(self, file):
        letters = {key: value for key, value in file["ground"]["legend"].items()}
        self.at = {}
        for line in file["ground"]["map"].strip().splitlines()[1:]:
            _, row, *marks = line.split()
            self.at |= {(column, int(row)): letters[mark] for column, mark in enumerate(marks, 1)}
        self.streams = {frozenset(hexes(pair.replace("-", " "))) for pair in file["streams"]}
        ways = [hexes(way) for way in file["roads"].values()]
        self.roads = {frozenset(pair) for way in ways for pair in zip(way, way[1:])}
        self.place_of = {hex_: name for name, text in file["places"].items() for hex_ in hexes(text)}
        self.built = [hex_ for hex_, kind in self.at.items() if kind in ("wooden", "brick")]
        self.known_sights = {}

    def beside(self, place, direction):
        x, z = (one + other for one, other in zip(doubled(place), DIRECTIONS[direction]))
        found = (x, (z - (x % 2 == 0)) // 2)
        return found if found in self.at else None

    def part_inside(self, start, end, place):
        """The part of a line within a hex, as two fractions, and whether it is more than its border."""
        x, z = doubled(place)
        corners = [(3 * x + dx, z + dz) for dx, dz in CORNERS]
        begin, stop, is_inside = Fraction(0), Fraction(1), True
        for (x1, z1), (x2, z2) in zip(corners, corners[1:] + corners[:1]):
            from_start, from_end = (
                (z1 - z2) * (px - x1) + (x2 - x1) * (pz - z1) for px, pz in (start, end)
            )
            if from_start == from_end:
                if from_start < 0:
                    return None
                is_inside &= from_start > 0
            else:
                crossing = Fraction(from_start, from_start - from_end)
                if from_end > from_start:
                    begin = max(begin, crossing)
                else:
                    stop = min(stop, crossing)
        return (begin, stop, is_inside) if begin < stop else None

    def sight(self, one, other):
        """7.3.1, D-7.3a: 0 clear, 1 partly screened, 2 screened; and the hexes in between that the line crosses."""
        if (one, other) not in self.known_sights:
            start, end = ((3 * x, z) for x, z in (doubled(one), doubled(other)))
            crossed, along = [], defaultdict(list)
            columns = range(min(one[0], other[0]) - 1, max(one[0], other[0]) + 2)
            rows = range(min(one[1], other[1]) - 2, max(one[1], other[1]) + 3)
            for place in ((column, row) for column in columns for row in rows):
                if place in self.at and place not in (one, other):
                    part = self.part_inside(start, end, place)
                    if part and part[2]:
                        crossed.append(place)
                    elif part:
                        along[part[:2]].append(place)
            screens = 2 * any(self.at[place] in COVER for place in crossed)
            for beside in along.values():
                screens = max(screens, min(2, sum(self.at[place] in COVER for place in beside)))
            self.known_sights[one, other] = screens, crossed
        return self.known_sights[one, other]


class Tables:
    def __init__(self, file):
        self.file = file
        self.cost = {kind: plain(file["terrain"][kind]["cost"]) for kind in COVER | {"clear"}}
        self.shelter = {kind: plain(file["terrain"][kind]["shelter"]) for kind in COVER | {"clear"}}
        self.effects = sorted((int(least), row.split()) for least, row in file["effects"].items())

    def effect(self, strength, face):
        rows = [row for least, row in self.effects if least <= strength]
        cell = rows[-1][face - 1] if rows else "-"
        return (0, 0) if cell == "-" else tuple(map(int, cell.split(":")))

    def shifted(self, strength, shift):
        shift = max(-5, min(5, shift))
        hundredths = plain(self.file["shifts"]["%+d" % shift if shift else "0"])
        return (strength * hundredths + 50) // 100

    def small_arms(self, kind, halves, far):
        weapons = "heavy" if kind == "machine guns" else "light"
        return self.file["small_arms"][weapons][str(min(halves, 6))].get(str(far), 0)


class Referee:
    def __init__(self, name, text):
        self.scenario = read(name + ".toml")
        self.ground = Ground(read(self.scenario["map"]))
        self.tables = Tables(read(self.scenario["tables"]))
        self.cards = read(self.scenario["units"])
        self.lines = text.splitlines()
        self.line = 0
        self.differences, self.checks = Counter(), Counter()
        self.stage, self.phase = 0, 0
        self.place, self.level, self.colour, self.losses = {}, defaultdict(int), {}, defaultdict(int)
        self.paper, self.unsure, self.dead, self.new = set(), set(), set(), set()
        self.fired, self.marked, self.fresh, self.moved = Counter(), set(), set(), set()
        self.barrages, self.far, self.has_moved = {}, {}, {}
        self.called, self.fallen = set(), Counter()
        self.mover = self.shot = self.shooter = self.attacker = self.combat = self.burst = None
        self.notes = []
        self.learn_cards()

    def learn_cards(self):
        """What is on each counter, as far as the whole game tells."""
        names = {side: [name for name in self.cards[side]] for side in OTHER}
        self.names = names
        self.card = {}
        self.begins_on_paper = any(group.get("on_paper") for group in self.scenario["set_up"]["Poles"].values())
        if self.begins_on_paper:
            self.card = {"Poles %d" % at: name for at, name in enumerate(names["Poles"], 1)}
        for line in self.lines:
            if found := re.search(r"counter of (\w+ \d+): turned -> (\w+)", line):
                self.card[found[1]] = found[2]
        for part in ("set_up", "reinforcements"):
            for side, groups in self.scenario.get(part, {}).items():
                for group in groups.values():
                    slots = ["%s %d" % (side, names[side].index(unit) + 1) for unit in group["units"]]
                    unknown = [slot for slot in slots if slot not in self.card]
                    if len(unknown) == 1:
                        known = {self.card[slot] for slot in slots if slot in self.card}
                        self.card[unknown[0]] = (set(group["units"]) - known).pop()

    # ---- Questions ----

    def check(self, holds, rule, detail=""):
        self.checks[rule] += 1
        if not holds:
            self.differences[rule] += 1
            print(f"line {self.line + 1}: {rule}: {detail} | {self.lines[self.line].strip()}")

    def printed(self, counter):
        return self.cards[side_of(counter)].get(self.card.get(counter))

    def kind(self, counter):
        printed = self.printed(counter)
        return printed and printed["kind"]

    def is_unit(self, counter):
        """None where nobody knows."""
        kind = self.kind(counter)
        return None if kind is None else kind != "commander"

    def halves(self, unit):
        return 2 * self.printed(unit)["squares"] - self.losses[unit]

    def at(self, place, side=None, paper=False):
        return [
            counter
            for counter, where in self.place.items()
            if where == place and side in (None, side_of(counter)) and (paper or counter not in self.paper)
        ]

    def units(self, place, side=None, paper=False):
        return [counter for counter in self.at(place, side, paper) if self.is_unit(counter) is not False]

    def observes(self, counter):
        """13.3, 16.4."""
        return ([20, 10, 4] if self.kind(counter) == "commander" else [10, 6, 2])[self.level[counter]]

    def is_led(self, unit, place=None):
        """13.2, D-13.2a: None where a turned counter may be the commander."""
        its = self.printed(unit)
        if its is None or its["kind"] == "commander":
            return its and True
        place, is_open = place or self.place.get(unit), False
        for other, where in self.place.items():
            if side_of(other) != side_of(unit):
                continue
            his = self.printed(other)
            is_open |= his is None
            if his is None or his["kind"] != "commander" or his["battalion"] != its["battalion"]:
                continue
            if its.get("company") and his["company"] != its["company"]:
                continue
            if distance(where, place) <= [4, 3, 1][self.level[other]] - (other in self.new):
                return True
        return None if is_open else False

    def is_exposed(self, counter):
        """16.1, 16.3."""
        place = self.place[counter]
        is_open = self.ground.at[place] not in COVER
        return is_open or counter in self.marked or bool(self.at(place, OTHER[side_of(counter)]))

    def is_unmasked(self, counter):
        def sees(other, where):
            far = 20 if self.kind(other) is None else self.observes(other)
            return distance(where, self.place[counter]) <= far and self.ground.sight(where, self.place[counter])[0] < 2

        enemies = ((other, where) for other, where in self.place.items() if side_of(other) != side_of(counter))
        return self.is_exposed(counter) and any(sees(*enemy) for enemy in enemies)

    def present_colour(self):
        return "odd" if self.stage % 2 else "even"

    def active(self):
        return "Germans" if self.phase <= 3 else "Poles"

    def is_due(self, counter):
        """12.1, D-12.1a."""
        return self.colour.get(counter) == self.present_colour() and counter not in self.fresh

    # ---- The course of play ----

    def come_to(self, side, part):
        """Phases are not told: what is done says which one it is (4.1, 20.3)."""
        phase = part + (0 if side == "Germans" else 3)
        if self.stage == 0 or phase == self.phase:
            return
        self.check(phase > self.phase, "4.1 order of phases", (self.phase, phase))
        self.end_move()
        while self.phase < phase:
            self.end_phase()
            self.phase += 1
            if self.phase in (2, 5):
                self.moved.clear()
            if self.phase in (3, 6):
                self.reorganise_in_secret()

    def end_phase(self):
        """D-16.3a."""
        if self.phase in (2, 5):
            silent = OTHER[self.active()]
            self.marked = {one for one in self.marked if side_of(one) != silent or self.fired[one]}

    def reorganise_in_secret(self):
        """Units on paper: those that are led for certain, others by a die that nobody hears."""
        for counter in sorted(self.paper, key=lambda one: self.kind(one) != "commander"):
            if side_of(counter) == self.active() and self.level[counter] and self.is_due(counter):
                if self.is_led(counter):
                    self.level[counter] = 0
                    self.colour.pop(counter, None)
                else:
                    self.unsure.add(counter)

    def end_move(self):
        """6.5, D-6.5a: of a run on paper nobody hears."""
        mover, self.mover = self.mover, None
        if mover and mover["runs"] and mover["who"] in self.paper and self.level[mover["who"]] == 0:
            self.level[mover["who"]] = 1
            self.colour[mover["who"]] = FLIPPED[self.present_colour()]
            self.fresh.add(mover["who"])

    def follow(self, event):
        """Takes a change over as it is told."""
        if not (found := re.match(r"(\S+) (hex|level|marker|losses) of (.+): (.+) -> (.+)$", event)):
            return
        rule, what, who, before, after = found.groups()
        if what == "level":
            self.level[who] = LEVELS[after]
            if rule in ("7.3.6", "8.3.6", "6.5"):
                self.fresh.add(who)
        elif what == "marker":
            self.colour.pop(who, None)
            if after != "none":
                self.colour[who] = after
        elif what == "losses":
            self.losses[who] = int(after)
        elif "barrage" in who:
            self.barrages.pop(who, None)
            if after != "off the board":
                self.barrages[who] = hexes(after)[0]
        elif after == "off the board":
            self.place.pop(who, None)
            self.dead.add(who)
            self.marked.discard(who)
            self.new.discard(who)
            self.fallen[side_of(who)] += self.kind(who) == "commander"
        else:
            if rule == "D-19.1d":
                self.level[who] = 0
                self.colour.pop(who, None)
            self.place[who] = hexes(after)[0]
            self.paper.discard(who)
            if who in self.dead:
                self.dead.discard(who)
                self.new.add(who)
                self.moved.add(who)

    # ---- Decisions ----

    def decide(self, side, action):
        words = action.split()
        if words[0] == "set":
            self.set_up(side, "%s %s" % tuple(words[1:3]), hexes(words[3])[0])
        elif words[0] in ("call", "calls", "place", "keep", "leave", "shift", "lift"):
            self.come_to(side, 1)
            if words[0] == "call":
                self.call(side, " ".join(words[1:]))
            elif words[0] in ("place", "shift", "leave"):
                self.lay(side, words)
        elif action in ("moves done", "halt"):
            self.come_to(side, 2)
            self.end_move()
        elif words[0] in ("move", "run", "enter"):
            self.take_up(side, words)
        elif words[0] == "step":
            self.step(side, hexes(words[1])[0])
        elif words[0] in ("fire", "shoot", "at"):
            self.come_to(OTHER[side], 2)
            squares = int(words[4]) if len(words) > 3 else 0
            counter = "%s %s" % tuple(words[1:3]) if len(words) > 2 else None
            if words[0] == "fire" and counter:
                runs = self.mover["declared"] and self.level[self.mover["who"]] == 0
                self.shot = (counter, self.mover["who"], squares, runs)
            else:
                self.end_move()
                if words[0] == "shoot":
                    self.shooter = counter
                elif words[0] == "at":
                    self.shot = (self.shooter, counter, squares, False)

    def set_up(self, side, counter, place):
        if not (self.begins_on_paper and side == "Poles"):
            return
        its = self.printed(counter)
        mates = [counter]
        if its.get("company"):
            companies = (self.cards["Poles"][name].get("company") for name in self.names["Poles"])
            mates = ["Poles %d" % at for at, other in enumerate(companies, 1) if other == its["company"]]
        for mate in mates:
            self.place[mate] = place
            self.paper.add(mate)

    def call(self, side, battalion):
        self.called.add(battalion)
        known = self.scenario["battalions"][side].get(battalion)
        self.check(known and self.stage >= known["stage"], "18.4 stage of a call", battalion)

    def lay(self, side, words):
        barrage = f"{side} barrage {words[1]}"
        to = hexes(words[2])[0] if len(words) > 2 else self.barrages[barrage]
        battery = self.scenario["barrages"][side][words[1]]
        own = [(other, where) for other, where in self.place.items() if side_of(other) == side]
        may_see = [one for one in own if self.kind(one[0]) in ("commander", None) and one[0] not in self.new]
        is_seen = any(
            distance(where, to) <= self.observes(one) and self.ground.sight(where, to)[0] < 2
            for one, where in may_see
            if self.kind(one)
        )
        is_open = any(self.kind(one) is None for one, _ in may_see)
        self.check(is_seen or is_open, "8.2 a commander sees the hex", label(to))
        if "platoon" in battery:
            platoon = [one for one, _ in own if self.card.get(one) == battery["platoon"]]
            self.far[barrage] = None
            if platoon:
                away = distance(self.place[platoon[0]], to)
                self.far[barrage] = away > 8
                self.check(3 <= away <= 16, "8.5 range of mortars", away)
                is_able = self.level[platoon[0]] < 2 and not self.fired[platoon[0]]
                self.check(is_able, "D-8.1a who can fire", platoon)
        else:
            self.far[barrage] = False
            self.check(battery["battalion"] in self.called, "9.2 guns are called", battery)
        if words[0] == "place":
            enemies = self.at(to, OTHER[side])
            is_known = not enemies or any(self.is_unmasked(enemy) for enemy in enemies)
            self.check(is_known, "16.5 not placed on masked units", label(to))
            self.has_moved[barrage] = False
        elif words[0] == "shift":
            self.check(distance(self.barrages[barrage], to) == 1, "4.2.1a shift by one hex", label(to))
            self.has_moved[barrage] = True

    def take_up(self, side, words):
        self.come_to(side, 2)
        self.end_move()
        runs = words[0] == "run"
        rest = words[2:] if words[:2] == ["run", "in"] else words[1:]
        who = "%s %s" % tuple(rest[:2])
        enters = hexes(rest[2])[0] if len(rest) > 2 else None
        self.check(who not in self.moved, "D-6.1a once a phase", who)
        self.moved.add(who)
        if runs:
            if who in self.unsure:
                self.level[who] = 0
                self.colour.pop(who, None)
                self.unsure.discard(who)
            self.check(self.level[who] == 0, "6.4 who may run", who)
            self.check(self.is_led(who, enters) is not False, "13.4.2 the uncommanded do not run", who)
        self.mover = {"who": who, "runs": runs, "declared": runs, "spent": 0, "steps": 0, "has_met": False}

    def step(self, side, to):
        self.come_to(side, 2)
        mover, who = self.mover, self.mover["who"]
        start = self.place[who]
        pair = frozenset((start, to))
        beside = [self.ground.beside(start, direction) for direction in DIRECTIONS]
        self.check(to in beside, "6.1 to a neighbour", (label(start), label(to)))
        self.check(not mover["has_met"], "6.2 the enemy stops", who)
        terrain = self.tables.file["terrain"]
        cost = self.tables.cost[self.ground.at[to]] + plain(terrain["stream"]) * (pair in self.ground.streams)
        cost = plain(terrain["road"]) if pair in self.ground.roads else cost
        if self.level[who] == 2:
            is_one = mover["steps"] == 0 and not self.at(to, OTHER[side])
            self.check(is_one, "11.4 the pinned go one hex", who)
        else:
            most = 4
            if mover["declared"] and self.level[who] == 0:
                most = 6 if self.kind(who) in ("machine guns", "mortars") else 8
            self.check(mover["spent"] + cost <= most, "6.3 points", (mover["spent"], cost, most))
        mover["spent"] += cost
        mover["steps"] += 1
        if who in self.paper:
            self.place[who] = to
        mover["has_met"] = bool(self.at(to, OTHER[side]))
        if self.is_unit(who):
            mates = [one for one in self.units(to, side, True) if one != who]
            self.check(len(mates) < 6, "5.2 six units", label(to))
        mover["runs"] = mover["declared"] and self.level[who] == 0

    # ---- Events ----

    def hear(self, event):
        for pattern, meaning in self.MEANINGS:
            if found := re.match(pattern, event):
                return meaning(self, found, event)
        self.follow(event)

    def told_until(self, pattern):
        """The lines that follow, as long as they are of this kind."""
        told = []
        while self.line + 1 + len(told) < len(self.lines):
            line = self.lines[self.line + 1 + len(told)]
            if not (line.startswith("  ") and re.match(pattern, line.strip())):
                break
            told.append(line.strip())
        return told

    def new_stage(self, found, _):
        if self.stage:
            self.come_to("Poles", 3)
            self.end_phase()
        self.stage, self.phase = int(found[2]), 1
        for all_of_a_stage in (self.fresh, self.fired, self.moved):
            all_of_a_stage.clear()

    def note(self, found, _):
        self.notes.append((found[1], int(found[2])))

    def strength(self, found, _):
        self.burst = (int(found[1]), int(found[2]), found[3], self.notes)
        self.notes = []

    def outcome_of(self, counter, effect):
        """11.1, 11.3, 14.2: level, colour, losses and life after it."""
        level, colour, losses, lives = self.level[counter], self.colour.get(counter), self.losses[counter], True
        if effect[0] and level < 2:
            level, colour = min(2, level + effect[0]), self.present_colour()
        if self.is_unit(counter):
            most = 2 * self.printed(counter)["squares"]
            losses = min(most, losses + effect[1])
            lives = losses < most
        return level, colour, losses, lives

    def compare(self, counter, wanted, rule):
        if wanted[3]:
            has = (self.level[counter], self.colour.get(counter), self.losses[counter])
            self.check(has == wanted[:3] or counter in self.dead and not self.is_unit(counter), rule, (counter, wanted, has))
        else:
            self.check(counter not in self.place, "D-14.2a who has no squares is eliminated", counter)

    AFTER_FIRE = r"(7\.3\.6|8\.3\.6|D-16\.1c|D-19\.1d|D-14\.2a|D-11\.1a|D-13\.5c) "

    def shoot(self, found, event):
        face, firer, target = int(found[1]), found[2], found[3]
        is_his = self.shot and self.shot[:2] == (firer, target) and self.burst[2] == firer
        self.check(is_his, "7.3 who fires at whom", (self.shot, event))
        effect = self.check_shot(firer, target, face)
        wanted, level_before = self.outcome_of(target, effect), self.level[target]
        told = self.told_until(self.AFTER_FIRE)
        if effect == (0, 0):
            self.check(any("is not hit" in line for line in told), "7.3.6 no effect", told)
        for line in told:
            self.follow(line)
        if self.is_unit(target) is False and effect[1]:
            self.check(target not in self.place, "D-13.5c a commander alone", target)
        elif self.printed(target):
            self.compare(target, wanted, "7.3.6 effect")
        rolls = re.findall(r"13\.5 rolls \d+, (\w+ \d+)", " ".join(self.lines[self.line + 1 : self.line + 25]).split("7.3.5")[0])
        if target in self.place and self.is_unit(target):
            mates = [one for one in self.at(self.place[target], side_of(target), True) if self.kind(one) == "commander"]
            due = mates if effect[1] else []
            self.check(sorted(rolls[: len(due)]) == sorted(due), "13.5 commanders with it roll", (rolls, due))
        if self.mover and target == self.mover["who"]:
            self.mover["runs"] &= self.level[target] == 0
            is_pinned = self.level[target] == 2 and level_before < 2 and self.is_unit(target)
            if is_pinned and self.place.get(firer) == self.place.get(target):
                rest = " ".join(self.lines[self.line + 1 : self.line + 10])
                self.check("7.9" in rest or "withdraw" in rest, "7.9 withdrawal", target)
        return len(told)

    def check_shot(self, firer, target, face):
        (total, base, _, notes), (_, _, squares, runs) = self.burst, self.shot
        self.shot = None
        start, end = self.place[firer], self.place[target]
        halves = 2 * squares or self.halves(firer) - 2 * self.fired[firer]
        far, ground, level = distance(start, end), self.ground.at[end], self.level[firer]
        screens, crossed = self.ground.sight(start, end)
        self.check(self.is_unit(firer), "D-7.1a units fire", firer)
        self.check(self.tables.small_arms(self.kind(firer), halves, far) == base, "7.3.3 strength", (halves, far))
        self.check(far <= self.observes(firer), "16.4 observation", far)
        self.check(level < 2 or far <= 1, "7.7 the pinned fire near", far)
        self.check(screens < 2, "7.3.1 sight", (label(start), label(end)))
        self.check(self.is_exposed(target), "16.5 the target is unmasked", target)
        own = [one for place in [end, *crossed] for one in self.units(place, side_of(firer)) if one != firer]
        there = self.at(end, side_of(target))
        wanted = {
            "7.5.1": -(screens == 1 or bool(own)),
            "7.5.2": -2 * (level == 1),
            "7.5.3": -4 * (level == 2),
            "7.5.4": -self.tables.shelter[ground],
            "7.5.5": -2 * (self.is_unit(target) is False),
            "7.5.6": 2 * runs,
            "7.5.7": int(len(self.units(end, side_of(target))) >= 4),
            "7.5.8": -(self.is_led(firer) is False),
        }
        if self.is_unit(target) is False:
            self.check(not self.units(end, side_of(target)), "D-7.3b a commander alone", target)
        unknown = {
            "7.5.5": self.is_unit(target) is None,
            "7.5.7": any(self.is_unit(one) is None for one in there),
            "7.5.8": self.is_led(firer) is None,
        }
        self.check_notes(notes, wanted, unknown, "7.5 modifiers")
        self.check(self.tables.shifted(base, sum(amount for _, amount in notes)) == total, "15.2 shift", notes)
        left = max(1, self.halves(firer) // 2) - self.fired[firer]
        self.check(left > 0 and squares < max(left, 1), "7.6 squares", (left, squares))
        self.fired[firer] += squares or left
        self.marked.add(firer)
        return self.tables.effect(total, face)

    def check_notes(self, notes, wanted, unknown, rule):
        known = lambda pairs: {key: amount for key, amount in pairs if amount and not unknown.get(key)}
        self.check(known(notes) == known(wanted.items()), rule, (known(wanted.items()), known(notes)))

    def drift(self, found, _):
        face, barrage = int(found[1]), found[2]
        self.come_to(side_of(barrage), 1)
        told = [line.strip() for line in self.lines[self.line + 1 : self.line + 3] if "D-8.3a" not in line]
        if face >= 7:
            self.check("8.3.2 hex" not in told[0], "8.3.2 falls where it lies", told)
            return
        to = self.ground.beside(self.barrages[barrage], self.tables.file["drift"][str(face)])
        where = label(to) if to else "off the board"
        wanted = f"8.3.2 hex of {barrage}: {label(self.barrages[barrage])} -> {where}"
        self.check(told[0] == wanted, "8.3.2 drift", wanted)
        self.has_moved[barrage] = True

    def burst_of(self, found, _):
        total, base, barrage = int(found[1]), int(found[2]), found[3]
        battery = self.scenario["barrages"][side_of(barrage)][barrage.split()[2]]
        barrels = battery.get("barrels")
        if barrels is None:
            platoon = [one for one, card in self.card.items() if card == battery["platoon"] and side_of(one) == side_of(barrage)]
            barrels = -(-self.halves(platoon[0]) // 2) if platoon else None
        if barrels:
            strength = self.tables.file["artillery"][battery["calibre"]][str(barrels)]
            self.check(strength == base, "8.3.3 strength", (barrage, barrels))
        place = self.barrages[barrage]
        here = self.at(place)
        wanted = {
            "8.3.4": -self.tables.shelter[self.ground.at[place]],
            "8.5.3": -2 * bool(self.far.get(barrage)),
            "D-5.3b": int(len(self.units(place)) >= 4),
        }
        unknown = {
            "8.5.3": self.far.get(barrage) is None,
            "D-5.3b": any(self.is_unit(one) is None for one in here),
        }
        self.check_notes(self.notes, wanted, unknown, "8.3.4 modifiers")
        shift = sum(amount for _, amount in self.notes)
        self.check(self.tables.shifted(base, shift) == total, "8.4 shift", self.notes)
        self.notes = []
        self.burst = (total, barrage, place, self.at(place, None, self.has_moved.get(barrage, False)))

    def fall(self, found, _):
        total, barrage, place, hit = self.burst
        self.check(barrage == found[2], "8.3.5 whose die", barrage)
        effect = self.tables.effect(total, int(found[1]))
        wanted = {one: self.outcome_of(one, effect) for one in hit}
        alone = {
            one: self.kind(one) == "commander" and not self.units(place, side_of(one), True) for one in hit
        }
        was_pinned = {one: self.level[one] == 2 for one in hit}
        told = self.told_until(self.AFTER_FIRE)
        for line in told:
            self.follow(line)
        if effect != (0, 0):
            named = " ".join(told) + " "
            silent = [one for one in hit if not re.search(one + r"\b", named) and not was_pinned[one]]
            self.check(not silent, "D-8.3c everybody in the hex", silent)
        for one in hit:
            if alone[one] and effect[1]:
                self.check(one not in self.place, "D-13.5c a commander alone", one)
            elif self.printed(one):
                self.compare(one, wanted[one], "8.3.6 effect")
        return len(told)

    def officer(self, found, event):
        total = re.match(r"\s*13\.5 total (\d+) against (\d+): (.*)$", self.lines[self.line + 1])
        self.check(total and total[1] == found[1] and total[3] == found[2], "13.5 roll", event)
        is_gone = "13.5 is eliminated: " + found[2] in self.lines[self.line + 2]
        self.check(is_gone == (int(total[1]) <= int(total[2])), "13.5 that or less", total[0])
        return 1

    def new_commander(self, found, _):
        lost = found[3]
        self.check(lost in self.dead and self.kind(lost) == "commander", "13.6 a lost commander", lost)
        rest = " ".join(self.lines[self.line + 1 : self.line + 8])
        appears = "13.6 hex of " + lost in rest or "commander on" in rest
        self.check(appears == (int(found[2]) <= 4), "13.6 on 1 to 4", rest)

    def attack(self, found, _):
        if self.phase in (1, 4):
            self.come_to(self.active(), 2)
        self.end_move()
        self.attacker, self.notes = found[1], []

    def of_most(self, units, value, order):
        """D-10.4a."""
        strength = Counter()
        for unit in units:
            strength[value(unit)] += self.halves(unit)
        return next(one for one in order if strength.get(one) == max(strength.values()))

    def odds(self, found, event):
        place, own, theirs = hexes(found[3])[0], int(found[1]), int(found[2])
        sides = [self.attacker, OTHER[self.attacker]]
        attackers, defenders = (self.units(place, side) for side in sides)
        if all(self.printed(one) for one in attackers + defenders):
            strengths = tuple(sum(map(self.halves, units)) for units in (attackers, defenders))
            self.check(strengths == (own, theirs), "10.3.1 strengths", strengths)
            led = {one: self.is_led(one) for one in attackers + defenders}
            morale = lambda one: 2 - (led[one] is False)
            has_commander = [any(self.kind(one) == "commander" for one in self.at(place, side)) for side in sides]
            level = self.of_most(defenders, lambda one: self.level[one], [0, 1, 2])
            ground = self.ground.at[place]
            wanted = {
                "10.4.1": -self.of_most(attackers, lambda one: min(1, self.level[one]), [1, 0]),
                "10.4.2": int(has_commander[0]),
                "10.4.3": self.of_most(attackers, morale, [1, 2]),
                "10.4.4": -self.of_most(defenders, morale, [2, 1]),
                "10.4.5": -has_commander[1],
                "10.4.6": -(ground == "woods"),
                "10.4.7": -(ground == "wooden"),
                "10.4.8": -2 * (ground == "brick"),
                "10.4.9": int(level == 1),
                "10.4.10": 2 * (level == 2),
                "10.4.11": 1 if self.attacker == "Poles" else -1,
            }
            unknown = dict.fromkeys(("10.4.3", "10.4.4"), None in led.values())
            self.check_notes(self.notes, wanted, unknown, "10.4 modifiers")
        # 10.3.1, D-10.3a: 1:4 is column 0, 1:1 column 3.
        column = 2 + min(3, own // theirs) if own >= theirs else 4 - min(4, -(-theirs // own))
        column = max(0, min(8, column + sum(amount for _, amount in self.notes)))
        self.combat, self.notes = (place, sides, column, [own, theirs]), []

    def fight(self, found, event):
        place, sides, column, strengths = self.combat
        blows = self.tables.file["close_combat"][found[1]].split()[column].split("/")
        both = sum(strengths)
        # 10.5, D-10.5a: in halves of squares.
        times = lambda n: n if both < 24 else -(-3 * n // 2) if both < 38 else 2 * n if both <= 48 else 3 * n
        lost, left = Counter(), set()
        ends = r"(10\.2|10\.3\.3|12\.|4\.1|8\.3|7\.3)|(Poles|Germans): (combat|attack|no attack|call|move|place|leave|lift|shift|keep|run|enter)"
        for line in map(str.strip, self.lines[self.line + 1 :]):
            if re.match(ends, line):
                break
            if loss := re.match(r"10\.3\.4 losses of (.+): (\d+) -> (\d+)", line):
                lost[side_of(loss[1])] += int(loss[3]) - int(loss[2])
            if retreat := re.match(r"10\.3\.4 hex of (.+): (\d+) -> ", line):
                left |= {side_of(retreat[1])} if hexes(retreat[2])[0] == place else set()
            if end := re.match(r"D-10\.3e is eliminated: (.+)", line):
                left.add(side_of(end[1]))
        for side, blow, strength in zip(sides, blows, strengths):
            due = min(strength, times(int(blow.rstrip("p"))))
            self.check(lost[side] == due, "10.3.4 losses", (side, blow, due, lost[side]))
            self.check((side in left) == ("p" in blow) or due == strength, "10.3.4 retreat", (side, blow, left))

    def recover(self, found, event):
        who = found[1]
        self.come_to(side_of(who), 3)
        self.check(self.is_led(who) is not False, "12.3 the commanded", who)
        self.check_due(who)
        self.follow(event)

    def check_due(self, who):
        self.check(self.is_due(who), "12.1 colour of the stage", (who, self.colour.get(who)))
        self.check(not self.units(self.place[who], OTHER[side_of(who)]), "12.1 no enemy in the hex", who)

    def morale(self, found, _):
        face, who = int(found[1]), found[2]
        self.come_to(side_of(who), 3)
        self.check(not self.is_led(who), "12.4 the uncommanded", who)
        self.check_due(who)
        most = plain(self.tables.file["morale"][str(self.printed(who).get("morale", 2))])
        rises = "12.4 level of " + who + ":" in self.lines[self.line + 2]
        self.check(rises == (face <= most), "12.4 morale", (face, most))

    def repaint(self, found, event):
        is_off = found[3] == "none"
        is_right = is_off == (self.level[found[1]] == 0) and (is_off or found[3] == FLIPPED[found[2]])
        self.check(is_right, "12.5 colour", event)
        self.follow(event)

    def ran(self, found, event):
        self.check(found[2] == FLIPPED[self.present_colour()], "6.5 colour of a run", event)
        is_his = self.mover is None or self.mover["who"] != found[1] or self.mover["runs"]
        self.check(is_his, "6.5 who ran", event)
        self.follow(event)

    def come_in(self, found, event):
        place = hexes(found[2])[0]
        self.mover["spent"] += self.tables.cost[self.ground.at[place]]
        self.mover["steps"] += 1
        self.follow(event)

    def step_back(self, found, event):
        start, to = hexes(found[2])[0], hexes(found[3])[0]
        is_right = self.kind(found[1]) == "commander" and distance(start, to) == 1
        is_free = not self.at(to, OTHER[side_of(found[1])])
        self.check(is_right and is_free, "D-10.1a step back", event)
        self.follow(event)

    def points(self, found, event):
        """18.6, 19.4: all but hidden stages, which are told only by their sum."""
        side = found[1]
        counts = self.scenario["points"][side]
        held = [
            counts.get("places", {}).get(self.ground.place_of[place], counts["building"])
            for place in self.ground.built
            if self.units(place, side, True) and not self.units(place, OTHER[side], True)
        ]
        squares = sum(-(-self.losses[one] // 2) for one in [*self.place, *self.dead] if side_of(one) == side and self.is_unit(one))
        guns = self.scenario["battalions"][side]
        spared = sum(guns[name].get("uncalled", 0) for name in guns if name not in self.called)
        wanted = sum(held) + spared - squares * counts["square"] - self.fallen[side] * counts["commander"]
        road = self.scenario["road_bonus"]
        if side == road["side"]:
            enemies = [where for one, where in self.place.items() if side_of(one) != side and self.is_unit(one) is not False]
            near = lambda way: any(distance(one, place) < road["nearer"] for one in enemies for place in hexes(way))
            wanted += road["worth"] * (not all(map(near, road["ways"].values())))
        hiding = int(found[2]) - wanted
        stage, most = counts.get("hidden_stage", 0), counts.get("most_hidden", 0)
        is_hiding = stage and 0 < hiding <= most and (hiding % stage == 0 or hiding == most)
        self.check(hiding == 0 or is_hiding, "18.6 points", (wanted, found[2]))

    MEANINGS = [
        (r"4\.1 stage: (\d+) -> (\d+)", new_stage),
        (r"(7\.5\.\d|8\.3\.4|8\.5\.3|D-5\.3b|10\.4(?:\.\d+)?) modifier ([+-]?\d+)", note),
        (r"15\.2 total (\d+) against (\d+): (.*)$", strength),
        (r"7\.3\.5 rolls (\d+), (.+) at (.+)$", shoot),
        (r"8\.3\.2 rolls (\d+), (.+)$", drift),
        (r"8\.4 total (\d+) against (\d+): (.*)$", burst_of),
        (r"8\.3\.5 rolls (\d+), (.+)$", fall),
        (r"13\.5 rolls (\d+), (.+)$", officer),
        (r"(13\.6\.[12]) rolls (\d+), (.+)$", new_commander),
        (r"10\.2 attacks: (\w+)", attack),
        (r"10\.3\.2 total (\d+) against (\d+): (\d+)$", odds),
        (r"10\.3\.3 rolls (\d+) at (\d+)$", fight),
        (r"12\.3 level of (.+): .+ -> .+$", recover),
        (r"12\.4 rolls (\d+), (.+)$", morale),
        (r"12\.[34] marker of (.+): (.+) -> (.+)$", repaint),
        (r"6\.5 marker of (.+): none -> (\w+)$", ran),
        (r"18\.5 hex of .+: (off the board) -> (\d+)$", come_in),
        (r"D-10\.1a hex of (.+): (\d+) -> (\d+)$", step_back),
        (r"18\.6 half points of (\w+): 0 -> (-?\d+)$", points),
    ]

    def go_through(self):
        while self.line < len(self.lines):
            line = self.lines[self.line]
            if line.startswith("  "):
                self.line += self.hear(line.strip()) or 0
            elif decision := re.match(r"(Poles|Germans): (.*)$", line):
                if "lead" not in line:
                    self.decide(*decision.groups())
            self.line += 1


def main():
    if len(sys.argv) != 3:
        sys.exit("give a scenario and the file of a game: parzymiechy game.txt")
    referee = Referee(sys.argv[1], Path(sys.argv[2]).read_text())
    referee.go_through()
    print(f"{sum(referee.checks.values())} checks of {len(referee.checks)} kinds, {sum(referee.differences.values())} differences")
    sys.exit(bool(referee.differences))


if __name__ == "__main__":
    main()
