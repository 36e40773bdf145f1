"""Breakthrough and Pig as one would write them in an afternoon: plain Python, lists, no library.

    twin.py play breakthrough|pig GAMES SEED   random games: sums over all of them, and the processor time of playing
    twin.py test                               do the rules hold?
"""

import json
import random
import sys
import time

BLACK, WHITE, EMPTY = "b", "w", "."


def opening():
    """The board, row 8 first: Black's men above, White's below."""
    board = [[EMPTY] * 8 for _ in range(8)]
    for column in range(8):
        board[0][column] = board[1][column] = BLACK
        board[6][column] = board[7][column] = WHITE
    return board


def moves(board, player):
    """Every legal move as (row, column, new row, new column)."""
    enemy = WHITE if player == BLACK else BLACK
    forward = 1 if player == BLACK else -1
    found = []
    for row in range(8):
        for column in range(8):
            if board[row][column] != player:
                continue
            new_row = row + forward
            if not 0 <= new_row < 8:
                continue
            for new_column in (column - 1, column, column + 1):
                if not 0 <= new_column < 8:
                    continue
                there = board[new_row][new_column]
                if there == EMPTY or (there == enemy and new_column != column):
                    found.append((row, column, new_row, new_column))
    return found


def winner(board):
    """Who has won, if anybody: by a man in the far row, or because the other has no men."""
    if BLACK in board[7] or not any(WHITE in row for row in board):
        return BLACK
    if WHITE in board[0] or not any(BLACK in row for row in board):
        return WHITE
    return None


def step(board, move):
    row, column, new_row, new_column = move
    board[new_row][new_column] = board[row][column]
    board[row][column] = EMPTY


def play_breakthrough():
    """One random game: 1 if the first player wins, else -1; decisions, and legal moves in all of them."""
    board, player, decisions, actions = opening(), BLACK, 0, 0
    while winner(board) is None:
        legal = moves(board, player)
        decisions += 1
        actions += len(legal)
        step(board, random.choice(legal))
        player = WHITE if player == BLACK else BLACK
    return (1 if winner(board) == BLACK else -1), decisions, actions


def pig_actions(scores, player, total):
    return ["stop"] if scores[player] + total >= 100 else ["roll", "stop"]


def play_pig():
    """The same for Pig: 0 after a thousand decisions without a winner."""
    scores, player, total, decisions, actions = [0, 0], 0, 0, 0, 0
    while max(scores) < 100 and decisions < 1000:
        legal = pig_actions(scores, player, total)
        decisions += 1
        actions += len(legal)
        if random.choice(legal) == "stop":
            scores[player] += total
            player, total = 1 - player, 0
        elif decisions < 1000:
            die = random.randint(1, 6)
            if die == 1:
                player, total = 1 - player, 0
            else:
                total += die
    return (1 if scores[0] >= 100 else -1 if scores[1] >= 100 else 0), decisions, actions


GAMES = {"breakthrough": play_breakthrough, "pig": play_pig}


def play(name, games, seed):
    random.seed(seed)
    sums = dict.fromkeys(("games", "first", "drawn", "d", "dd", "a", "aa", "ad"), 0)
    play_one = GAMES[name]
    start = time.process_time_ns()
    for _ in range(games):
        result, d, a = play_one()
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


def drawn(text):
    return [list(row) for row in text.split()]


def lines(board, player, depth):
    """How many lines of so many moves there are from a position in which nobody can win yet."""
    if depth == 0:
        return 1
    count = 0
    for move in moves(board, player):
        after = [list(row) for row in board]
        step(after, move)
        count += lines(after, WHITE if player == BLACK else BLACK, depth - 1)
    return count


def test():
    # Of the men in front six have three ways and two have two, and nobody meets in two moves: 22, and 22 * 22.
    assert [lines(opening(), BLACK, depth) for depth in (1, 2)] == [22, 484]
    # Three enemies ahead: those aslant can be taken, the one straight ahead is in the way.
    board = drawn("........ ........ ........ ........ ..bbb... ...w.... ........ ........")
    assert moves(board, WHITE) == [(5, 3, 4, 2), (5, 3, 4, 4)]
    # At the edges there are two ways.
    board = drawn("........ ........ ........ b......w ........ ........ ........ ........")
    assert moves(board, BLACK) == [(3, 0, 4, 0), (3, 0, 4, 1)]
    assert winner(board) is None
    step(board, (3, 0, 3, 7))
    assert winner(board) == BLACK, "all white men are taken"
    assert winner(drawn("w....... ........ ........ ........ ........ ........ ........ .....ww.")) == WHITE
    # 94 and 5 are one short of a hundred; 94 and 6 are enough.
    assert pig_actions([94, 0], 0, 5) == ["roll", "stop"]
    assert pig_actions([94, 0], 0, 6) == ["stop"]
    print("the twin's rules hold")


if __name__ == "__main__":
    if sys.argv[1:2] == ["play"] and len(sys.argv) == 5 and sys.argv[2] in GAMES:
        play(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    elif sys.argv[1:] == ["test"]:
        test()
    else:
        sys.exit(__doc__)
