"""A referee for told games of SPQR, who shares no code with the engine.

    cargo run --release -p szala-spqr --example spqr-tell -- bagradas-half 255 15 > game.txt
    python3 scenarios/spqr/playthroughs/referee.py bagradas-half game.txt

He reads the scenario's files and the text of the game, and works out again what a line follows from: where everybody stands
and how they face, steps into front hexes, points of movement on open ground, who is activated, momentum and trumps, line
commands, shots with their modifiers and supply, tests, columns of the clash, superiority, hits of shock and how they are
shared, who breaks, rallies, wounds of leaders, and the points at the end of a turn. He names each line that differs, and
counts what he checked. Costs of ground are left to others, and so is what depends on a choice that the text does not tell.
The exit code is 1 if anything differs.
"""

import re
import sys
import tomllib
from collections import Counter, defaultdict
from pathlib import Path

SCENARIOS = Path(__file__).resolve().parent.parent
# Twelve ways around a hex, from north to the right: six sides and six vertices by turns.
WAYS = ["N", "nne", "NE", "E", "SE", "sse", "S", "ssw", "SW", "W", "NW", "nnw"]
SIDES = {"N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1)}
# A unit faces a vertex: between which two sides.
FACINGS = {"E": ("NE", "SE"), "W": ("NW", "SW"), "NE": ("N", "NE"), "NW": ("N", "NW"), "SE": ("SE", "S"), "SW": ("S", "SW")}
ROUND = ["N", "NE", "SE", "S", "SW", "NW"]
FOOT = {"PH", "HI", "LG", "MI", "BI", "LI", "SK"}
FIRM = {"PH", "HI", "LG", "MI", "BI"}
CAVALRY = {"HC", "RC", "LN", "LC"}
COLUMNS = ["PH", "HI", "LG", "MI", "BI", "LI", "HC", "LN", "LC", "EL", "CH"]
# Shots by order, on exit, on entry, in answer, of horse that withdraws or harasses.
SHOTS = ("8.17", "8.21", "8.22", "8.23", "6.55", "9.24", "9.31")
# Units of two hexes (G5).
LONG = {"PH"}


def plain(value):
    return value["value"] if isinstance(value, dict) and "value" in value else value


def doubled(label):
    """Column and twice the row; odd columns stand half a hex farther south."""
    column, row = int(label[:2]), int(label[2:])
    return column, 2 * row + column % 2


def label(place):
    column, twice = place
    return "%02d%02d" % (column, (twice - column % 2) // 2)


def beside(place, way):
    (x, y), (u, v) = doubled(place), SIDES[way]
    return label((x + u, y + v))


def distance(one, other):
    (x, y), (u, v) = doubled(one), doubled(other)
    across, down = abs(x - u), abs(y - v)
    return across + max(0, (down - across) // 2)


def read(name):
    return tomllib.loads((SCENARIOS / name).read_text())


class Game:
    def __init__(self, name):
        data = read(name + ".toml")
        tables = read(data["tables"])
        self.is_open = not ({"ground", "levels", "streams"} & set(data))
        self.missiles = {key: [None if cell == "-" else int(cell) for cell in row.split()] for key, row in tables["missiles"].items()}
        self.superior = tables["superiority"]
        self.clashes = tables["clash"]
        self.shock = [[tuple(map(int, re.findall(r"\d+", cell))) for cell in tables["shock"][str(die)].split()] for die in range(10)]
        self.units, self.leaders, self.armies = {}, {}, {}
        for half in ("first", "second"):
            army = data["armies"][half]
            self.armies[army["name"]] = plain(army["withdrawal"])
            for unit, card in data["units"][half].items():
                self.units[unit] = {key: plain(value) for key, value in card.items()} | {"side": army["name"]}
            for leader, card in data["leaders"][half].items():
                self.leaders[leader] = {key: plain(value) for key, value in card.items()} | {"side": army["name"]}
        # The elephant of a leader begins where he does.
        self.place = {unit: card["hex"] for unit, card in self.units.items() if "rider" in card}
        self.facing = {}
        self.hits, self.supply = Counter(), defaultdict(lambda: "full")
        self.column, self.routed, self.dead, self.depleted = set(), set(), set(), set()
        self.lost, self.failed = Counter(), set()
        self.acted, self.wounds = set(), Counter()
        self.checks, self.found = Counter(), []
        self.number = 0

    def check(self, kind, is_right, why=""):
        self.checks[kind] += 1
        if not is_right:
            self.found.append(f"line {self.number}: {kind}: {why}")

    def kind(self, unit):
        return self.units[unit]["kind"]

    def quality(self, unit):
        if unit in self.routed:
            return 1
        return self.units[unit]["quality"] - (2 if unit in self.column else 0)

    def initiative(self, leader):
        return self.leaders[leader]["initiative"] - self.wounds[leader]

    def hexes(self, unit):
        return [self.place[unit]] if unit in self.place else []

    def side_of_attack(self, attacker, target):
        """From where one neighbour of one hex attacks another; not of units of two, nor of columns."""
        if LONG & {self.kind(attacker), self.kind(target)} or target in self.column or distance(self.place[attacker], self.place[target]) != 1:
            return None
        here, there = self.place[target], self.place[attacker]
        way = next(way for way in ROUND if beside(here, way) == there)
        front = FACINGS[self.facing[target]]
        around = [ROUND.index(side) for side in front]
        flanks = {(around[0] + step) % 6 for step in (-1, 1)} | {(around[1] + step) % 6 for step in (-1, 1)}
        if way in front:
            return "front"
        return "flank" if ROUND.index(way) in flanks else "rear"


class Referee(Game):
    def __init__(self, name):
        super().__init__(name)
        self.rolls = []
        self.before = 0
        self.tested = self.struck = self.rally = None
        self.phases = Counter()
        self.mover, self.paid = None, 0
        self.clash = None
        self.shot = None

    def read(self, lines):
        for self.number, line in enumerate(lines, 1):
            if line.startswith("  "):
                rule, _, text = line.strip().partition(" ")
                self.event(rule, text)
            elif ": " in line:
                side, action = line.split(": ", 1)
                # [10.14] An owner may share the hits out one by one.
                if not action.startswith("take "):
                    self.end_clash()
                self.tested = None
                self.action(side, action)
        self.end_clash()

    # ---- Decisions ----

    def action(self, side, text):
        word, _, rest = text.partition(" ")
        if word == "activate":
            self.activated(side, rest)
        if word == "pass" and rest in self.leaders:
            self.acted.add(rest)
        elif text.startswith("give way "):
            # [5.15] Whose line withdraws by his order is finished.
            self.acted.add(text.removeprefix("give way ").split(" / ")[0])
        elif word == "replace":
            # [4.64] Who comes in the place of a leader is finished.
            self.acted.add(rest.split(" / ")[0])
        if word == "order":
            self.mover, self.paid = rest, 0
        elif word in ("stop", "end", "lead", "momentum", "activate"):
            self.mover = None
        elif word == "turn" and self.mover in self.facing and self.units[self.mover]["side"] == side:
            # [7.12] Foot of legions pays a point for any turn, elephants and chariots two a vertex, others one.
            steps = abs(list(FACINGS_ROUND).index(rest) - list(FACINGS_ROUND).index(self.facing[self.mover]))
            steps = min(steps, 6 - steps)
            kind = self.kind(self.mover)
            self.paid += 1 if "class" in self.units[self.mover] else 0 if kind == "SK" else 2 * steps if kind in ("EL", "CH") else steps

    def activated(self, side, leader):
        # [5.11] From the lowest Initiative up.
        waiting = [one for one in self.leaders if one not in self.acted and one in self.place]
        lowest = min(map(self.initiative, waiting), default=None)
        # Who was silent in an enemy zone may come again once he is out of it.
        if leader not in self.acted:
            self.check("5.11 the lowest Initiative is next", self.initiative(leader) == lowest, f"{leader}, {lowest} waits")
        self.check("5.11 a leader of the side that acts", self.leaders[leader]["side"] == side, leader)

    # ---- What follows ----

    def event(self, rule, text):
        if match := re.fullmatch(r"(rolls) (-?\d+)(?:,| at) ?(.*)", text):
            self.roll(rule, int(match[2]), match[3])
        elif match := re.fullmatch(r"modifier ([+-]\d+)", text):
            self.modifier(rule, int(match[1]))
        elif match := re.fullmatch(r"total (-?\d+) against (-?\d+): (.*)", text):
            self.total(rule, int(match[1]), int(match[2]), match[3])
        elif match := re.fullmatch(r"(hex|facing|hits|missiles|in column|routed|alive|orders phase|turn|column of the table)(?: of (.*))?: (.*) -> (.*)", text):
            getattr(self, "change_" + match[1].replace(" ", "_"))(rule, match[2], match[3], match[4])
        elif text.startswith("superior as "):
            if self.clash is None or self.clash["roll"] is not None:
                self.end_clash()
                self.clash = {"superior": None, "roll": None, "charisma": 0, "base": None, "shifts": [], "wounds": []}
            words, who = text.split(": ")
            self.clash["superior"] = (words.split()[-1], who)

    def roll(self, rule, face, who):
        self.check("a face of the die", 0 <= face <= 9, str(face))
        if rule == "8.36":
            self.clash["roll"], self.clash["pair"] = face, who.split(" at ")
            self.begin_clash()
        elif rule == "4.6.3":
            self.wounds[who] += {7: 1, 8: 2}.get(face, 0)
            self.acted.add(who)
        elif rule in SHOTS:
            self.shot = {"pair": who.split(" at "), "face": face, "sum": face, "given": 0}
        self.rolls = [rule, face, who, self.before]
        self.before = 0

    def modifier(self, rule, value):
        if rule in ("8.35", "8.36.2", "6.26", "9.41", "10.33", "8.36.3") and not (rule == "10.33" and self.rolls and self.rolls[0] in SHOTS):
            if rule == "8.35":
                if self.clash is None or self.clash["base"] is not None:
                    self.end_clash()
                    self.clash = {"superior": None, "roll": None, "charisma": 0, "base": None, "shifts": [], "wounds": []}
                self.clash["base"] = value
            elif rule == "8.36.3":
                self.clash["charisma"] += value
            else:
                self.clash["shifts"].append(value)
            return
        if rule in ("8.33", "9.11", "9.19", "10.21"):
            # Told before the die.
            self.before += value
        elif self.rolls:
            self.rolls[3] += value

    def total(self, rule, value, against, who):
        if rule == "11.3":
            return self.points(value, against, who)
        if self.rolls and self.rolls[0] == rule or rule == "8.17":
            self.check("a total is its die and its modifiers", value == self.rolls[1] + self.rolls[3], f"{rule}: {value} of {self.rolls}")
        if rule == "10.21":
            # [D-10.21b] Who fails the test of the collapse has none beyond.
            excess = max(0, self.hits[who] - self.quality(who))
            told = value - self.rolls[1]
            self.check("10.21 a phalanx that breaks", against == self.quality(who) and told in (excess, excess + 3), f"{who} {told}")
        elif rule in ("5.32", "5.41", "5.42.1", "5.42.2"):
            self.check(rule + " against the Initiative", against == self.initiative(who), f"{who} {against}")
            if rule != "5.32" and value > against:
                self.acted.add(who)
        elif rule == "4.25":
            side = self.leaders[who]["side"]
            chief = next(one for one, card in self.leaders.items() if card["side"] == side and card.get("overall"))
            self.check("4.25 against the Strategy", against == self.leaders[chief]["strategy"], who)
        elif rule == "10.28":
            self.rally = (who, value, against)
        elif rule in SHOTS:
            self.shoot(rule, value, against)
        elif who in self.units:
            self.check(rule + " against the quality", against == self.quality(who), f"{who}: {against}, {self.quality(who)}")
            self.tested = (rule, who, max(0, value - against))
            (self.failed.add if value > against else self.failed.discard)(who)

    def shoot(self, rule, value, against):
        shooter, target = self.shot["pair"]
        if target not in self.units:
            return
        card = self.units[shooter]
        arms = card.get("arms")
        weapon = {"J": "foot J" if card["kind"] in FOOT else "mounted J", "A": "foot A" if card["kind"] in FOOT else "mounted A"}.get(arms, arms)
        ranges = self.missiles[weapon]
        where = [self.place.get(one) for one in (shooter, target)]
        # [9.24] Who harasses shoots as from the next hex.
        apart = distance(*where) if None not in where and not rule.startswith("9.") else 1
        # Reactions are at one hex or two, and the hexes of a unit of two are not both told.
        is_far = rule in ("8.17", "9.24") and not LONG & {card["kind"], self.kind(target)}
        near = {ranges[apart - 1]} if is_far else {number for number in ranges if number is not None}
        if card["kind"] == "EL":
            near.add(self.missiles["screen"][0])
        self.check("8.51 hits on so much or less", against in near, f"{weapon} at {apart}: {against}")
        kind = self.kind(target)
        least = (1 if kind in ("HI", "PH") else 0) + (2 if kind == "SK" else 0) + (1 if shooter in self.depleted else 0)
        is_set = kind not in ("HI", "PH") or weapon in ("foot J", "mounted J")
        added = value - self.shot["face"]
        self.check("8.17 modifiers of a shot", added >= least and added - least <= (3 if not is_set else 2), f"{added}")
        self.struck = (target, 2 if kind in ("EL", "CH") and card["kind"] != "EL" else 1) if value <= against else None
        self.struck_by = shooter

    # ---- What changes ----

    def change_hex(self, rule, who, before, after):
        after = None if "off" in after else after
        was = self.place.get(who)
        self.check("who moves stood there", (was or "off the map") == before, f"{who} {before}, {was}")
        steps = ("6.21", "6.14", "8.41", "9.14", "10.22", "6.51", "10.26")
        if rule in steps and after and was and who in self.place:
            is_long = who in self.units and self.kind(who) in LONG
            # Who runs along with a unit of two hexes comes to the other half of it.
            far = 2 if rule == "10.26" else 1
            self.check("a step leads to a neighbour", 1 <= distance(was, after) <= far, f"{who} {was} {after}")
            if rule == "6.21" and not is_long and who in self.units and who not in self.column:
                self.check("6.32 into a front hex", after in [beside(was, way) for way in FACINGS[self.facing[who]]], f"{who} {was} {after} {self.facing[who]}")
            others = [one for one, place in self.place.items() if place == after and one in self.units and one != who]
            if rule == "6.21" and who in self.units:
                foes = [one for one in others if self.units[one]["side"] != self.units[who]["side"]]
                self.check("6.62 never into an enemy's hex", not foes, f"{who} {after} {foes}")
            if rule == "6.21" and who == self.mover and self.is_open and not is_long:
                self.paid += 1
                self.check("6.11 no more points than it has", self.paid <= self.units[who]["movement"] + (1 if who in self.column else 0), f"{who} {self.paid}")
        if after:
            self.place[who] = after
        else:
            self.place.pop(who, None)

    def change_facing(self, rule, who, before, after):
        # The elephant of a leader faces as the friend in whose hex it stands, without a line.
        if "rider" not in self.units[who]:
            self.check("who turns faced so", self.facing.get(who, "nowhere") == before, f"{who} {before}")
        self.facing[who] = after

    def change_hits(self, rule, who, before, after):
        before, after = int(before), int(after)
        self.check("hits are those it had", self.hits[who] == before, f"{who} {before} {self.hits[who]}")
        stacked = [one for one, place in self.place.items() if place == self.place.get(who) and one in self.units]
        if rule == "8.37" and who not in self.routed and (not self.tested or self.tested[2] == 0):
            self.check("8.37 who stands loses a hit", before - after == 1, who)
        elif len(stacked) == 1 and rule in ("8.33", "7.16", "6.41") and self.tested and self.tested[1] == who and self.tested[0] == rule and who not in self.routed:
            self.check("10.11 a test costs what exceeds the quality", after - before == self.tested[2], f"{who} {before} {after}")
            self.tested = None
        if rule == "8.17" and self.struck and self.struck[0] == who and who not in self.routed:
            self.check("8.18 hits of a shot", after - before == self.struck[1], f"{who} {before} {after}")
            self.struck = None
        if rule == "10.14" and self.clash:
            self.clash["wounds"].append((who, after - before, who in self.routed))
        if rule == "10.17":
            self.check("10.17 an order takes off two hits", before - after == min(2, before), who)
        if rule == "6.13":
            self.check("6.13 a second move is a hit", after - before == 1, who)
        if rule == "10.16":
            self.check("10.16 has the hits that are left to it", after < self.units[who]["quality"], who)
        self.hits[who] = after

    def change_missiles(self, rule, who, before, after):
        self.check("the supply is what it was", self.supply[who] == before, f"{who} {before}")
        if rule == "8.14" and self.shot and self.shot["pair"][0] == who and self.rolls and self.rolls[0] in SHOTS:
            card = self.units[who]
            once = card["kind"] == "LG"
            is_low = self.shot["face"] >= 6 if card["arms"] == "J" else self.shot["face"] == 9
            wanted = "none" if once or before == "low" else "low" if is_low else before
            self.check("8.14 what is left of the supply", after == wanted, f"{who} {after} {wanted}")
        self.supply[who] = after

    def change_in_column(self, rule, who, before, after):
        self.check("in column or not, as before", (who in self.column) == (before == "yes"), who)
        (self.column.add if after == "yes" else self.column.discard)(who)

    def change_routed(self, rule, who, before, after):
        self.check("routed or not, as before", (who in self.routed) == (before == "yes"), who)
        if rule == "10.15":
            is_broken = self.hits[who] >= self.units[who]["quality"] - (2 if who in self.column else 0)
            is_tested = who in self.failed
            self.failed.discard(who)
            # Units of two hexes were tested; [6.61] who stopped with a friend had to run.
            is_long = self.kind(who) in LONG or any(place == self.place.get(who) for one, place in self.place.items() if one in self.units and one != who)
            self.check("10.15 it has the hits to break, or failed", is_broken or is_tested or is_long, f"{who} {self.hits[who]}")
        if rule == "10.28":
            unit, value, against = self.rally
            self.check("10.28 it rallied by its total", value <= against, who)
            self.depleted.add(who)
        (self.routed.add if after == "yes" else self.routed.discard)(who)

    def change_alive(self, rule, who, before, after):
        # [4.64] Another may have come in the place of a leader.
        self.check("nobody dies twice", who in self.leaders or who not in self.dead, who)
        if self.clash:
            self.clash["wounds"].append((who, 0, True))
        self.dead.add(who)
        self.lost[who] += 1
        self.routed.discard(who)
        self.place.pop(who, None)

    def change_orders_phase(self, rule, who, before, after):
        before, after = int(before), int(after)
        self.check("5.14 the next of three phases", self.phases[who] == before and after == before + 1 <= 3 or after == 1, f"{who} {before} {after}")
        self.phases[who] = after
        self.acted.add(who)

    def change_turn(self, rule, who, before, after):
        self.acted.clear()
        self.phases.clear()

    def change_column_of_the_table(self, rule, who, before, after):
        self.clash["used"] = int(after)
        self.check("8.36.3 the column is the basic one and the shifts", int(before) == self.clash["base"] and int(after) == min(13, max(1, self.clash["base"] + sum(self.clash["shifts"]))), who)

    # ---- Shock ----

    def begin_clash(self):
        lead, target = self.clash["pair"]
        side = self.side_of_attack(lead, target) if lead in self.place and target in self.place else None
        own, other = self.kind(lead), self.kind(target)
        if side:
            read_as = COLUMNS.index("HC" if own == "RC" else own)
            row = self.clashes[side]["HC" if other == "RC" else other].split()
            self.check("8.53 the column of the types", int(row[read_as]) == self.clash["base"], f"{lead} at {target} {side}: {row[read_as]}, {self.clash['base']}")
            superior = None
            never = other == "EL" and (own in CAVALRY or own == "EL") or other == "SK" and side == "flank"
            if target in self.column:
                superior = "attacker"
            elif own in self.superior[other]["attackers"]:
                superior = "attacker"
            elif own in self.superior[other]["over"]:
                # [8.52] Legions and light foot have none over horse when they are out of missiles.
                is_out = other in ("LG", "LI") and own in CAVALRY and "arms" in self.units[target]
                superior = None if is_out and self.supply[target] == "none" else "defender"
            told = self.clash["superior"]
            told = told[0] if told else None
            if side == "front" or never:
                self.check("8.36.1 superiority of weapons or over columns", told == superior, f"{lead} at {target}: {told}, {superior}")
            else:
                self.check("8.36.1 superiority by flank or rear", told in ("attacker", superior), f"{lead} at {target}")
        self.clash["side"] = side
        self.clash["was"] = (own, other, target in self.routed)

    def end_clash(self):
        """The hits of both sides together are those of the table, multiplied by superiority."""
        clash, self.clash = self.clash, None
        if not clash or clash["roll"] is None:
            return
        lead, target = clash["pair"]
        column = clash.get("used", clash["base"]) - 1
        of_attackers, of_defenders = self.shock[min(9, max(0, clash["roll"] + clash["charisma"]))][column]
        if clash["superior"]:
            if clash["superior"][0] == "attacker":
                of_defenders *= 2
            else:
                of_attackers *= 3
        own, other, was_routed = clash["was"]
        taken = Counter()
        is_odd = was_routed or "SK" in (own, other) or own == "LC"
        for who, hits, is_routed in (wound for wound in clash["wounds"] if wound[0] in self.units):
            taken[self.units[who]["side"]] += hits
            is_odd = is_odd or is_routed
        wanted = [of_attackers, of_defenders]
        told = [taken[self.units[who]["side"]] for who in (lead, target)]
        # [9.11] Elephants that were let through do half of it, and suffer one less.
        through = [max(0, of_attackers - 1), of_defenders // 2]
        if not is_odd:
            self.check("8.54 hits of the clash", told == wanted or own == "EL" and told == through, f"{lead} at {target}: {told}, {wanted}")

    # ---- Points ----

    def points(self, value, against, side):
        # [11.2] Quality, two for skirmishers and elephants, twice for units of two hexes; five times the Initiative.
        worth = 0
        for who, times in self.lost.items():
            if who in self.units and self.units[who]["side"] == side and "rider" not in self.units[who]:
                card = self.units[who]
                worth += 2 if card["kind"] in ("SK", "EL") else card["quality"] * (2 if card["kind"] in LONG else 1)
            elif who in self.leaders and self.leaders[who]["side"] == side:
                card = self.leaders[who]
                worth += times * card["initiative"] * (1 if card.get("named") is False else 5)
        self.check("11.2 points for the fallen", value == worth and against == self.armies[side], f"{side}: {value}, {worth}")


FACINGS_ROUND = ["NE", "E", "SE", "SW", "W", "NW"]


def main():
    name, path = sys.argv[1:]
    referee = Referee(name)
    referee.read(Path(path).read_text().splitlines())
    for kind, count in sorted(referee.checks.items()):
        print(f"{count:6} {kind}")
    print(f"{sum(referee.checks.values())} checks, {len(referee.found)} differences")
    for line in referee.found:
        print(line)
    return 1 if referee.found else 0


if __name__ == "__main__":
    sys.exit(main())
