"""Games through OpenSpiel's Python interface.

    random_games.py play GAME GAMES SEED   random games: sums over all of them, and the processor time of playing
    random_games.py follow GAME            plays the games that `reference tell GAME` tells on standard input, and
                                           compares the legal actions before every decision, and who wins
    random_games.py count DEPTH            how many lines of so many steps Breakthrough has
"""

import json
import random
import sys
import time

import pyspiel


def play(name, games, seed):
    game = pyspiel.load_game(name)
    words = random.Random(seed).random
    sums = dict.fromkeys(("games", "first", "drawn", "d", "dd", "a", "aa", "ad"), 0)
    start = time.process_time_ns()
    for _ in range(games):
        state = game.new_initial_state()
        d = a = 0
        while not state.is_terminal():
            # The outcomes of a fair die are listed like legal actions, and all equally likely.
            legal = state.legal_actions()
            if not state.is_chance_node():
                d += 1
                a += len(legal)
            state.apply_action(legal[int(words() * len(legal))])
        result = state.returns()[0]
        sums["games"] += 1
        sums["first"] += result > 0
        sums["drawn"] += result == 0
        sums["d"] += d
        sums["dd"] += d * d
        sums["a"] += a
        sums["aa"] += a * a
        sums["ad"] += a * d
    sums["ns"] = time.process_time_ns() - start
    print(json.dumps(sums))


def follow(name):
    game = pyspiel.load_game(name)
    games = decisions = 0
    for line in sys.stdin:
        games += 1
        state = game.new_initial_state()
        *tokens, result = line.split()
        for token in tokens:
            where = f"game {games}, {token} at\n{state}"
            assert not state.is_terminal(), f"OpenSpiel's game is over: {where}"
            if token.startswith("="):
                assert state.is_chance_node(), f"OpenSpiel rolls no die: {where}"
                state.apply_action(int(token[1:]) - 1)
                continue
            assert not state.is_chance_node(), f"OpenSpiel rolls a die: {where}"
            decisions += 1
            ours, chosen = token.split(":")
            # OpenSpiel marks captures with a star.
            theirs = {state.action_to_string(action).rstrip("*"): action for action in state.legal_actions()}
            assert ours.split(",") == list(theirs), f"OpenSpiel lists {list(theirs)}: {where}"
            state.apply_action(theirs[chosen])
        assert state.is_terminal(), f"OpenSpiel's game {games} goes on at\n{state}"
        assert state.returns()[0] == int(result), f"OpenSpiel's game {games} ends {state.returns()}"
    print(json.dumps({"games": games, "decisions": decisions}))


def lines(state, depth):
    if depth == 1:
        return len(state.legal_actions())
    return sum(lines(state.child(action), depth - 1) for action in state.legal_actions())


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["play", name, games, seed]:
            play(name, int(games), int(seed))
        case ["follow", name]:
            follow(name)
        case ["count", depth]:
            print(lines(pyspiel.load_game("breakthrough").new_initial_state(), int(depth)))
        case _:
            sys.exit(__doc__)
