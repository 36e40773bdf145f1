// Uniformly random games through OpenSpiel's C++ interface, the way its own benchmark plays them, without the
// observations that nobody here reads and with a generator that costs next to nothing:
//   random_games GAME GAMES SEED
// Prints sums over all games as one line of JSON, and the processor time of playing alone.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <vector>

#include "open_spiel/spiel.h"

namespace {

uint64_t Mixed(uint64_t word) {
  word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9ull;
  word = (word ^ (word >> 27)) * 0x94D049BB133111EBull;
  return word ^ (word >> 31);
}

// SplitMix64 (Steele, Lea, Flood 2014). The seed is mixed first: the streams of two seeds are then far apart, and not
// one and the same with a few words between.
class Words {
 public:
  explicit Words(uint64_t seed) : state_(Mixed(seed)) {}

  uint64_t Next() { return Mixed(state_ += 0x9E3779B97F4A7C15ull); }

  // One of `count` places; of 2^32 words fewer than `count` are uneven, which no test here can see.
  size_t Below(size_t count) { return ((Next() >> 32) * count) >> 32; }

 private:
  uint64_t state_;
};

double ProcessorTime() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: random_games GAME GAMES SEED\n");
    return 2;
  }
  std::shared_ptr<const open_spiel::Game> game = open_spiel::LoadGame(argv[1]);
  const long games = std::atol(argv[2]);
  Words words(std::strtoull(argv[3], nullptr, 10));
  double d = 0, dd = 0, a = 0, aa = 0, ad = 0;
  long first = 0, drawn = 0;

  const double start = ProcessorTime();
  for (long number = 0; number < games; ++number) {
    std::unique_ptr<open_spiel::State> state = game->NewInitialState();
    double decisions = 0, actions = 0;
    while (!state->IsTerminal()) {
      if (state->IsChanceNode()) {
        // All outcomes of a fair die are equally likely.
        const auto outcomes = state->ChanceOutcomes();
        state->ApplyAction(outcomes[words.Below(outcomes.size())].first);
      } else {
        const std::vector<open_spiel::Action> legal = state->LegalActions();
        decisions += 1;
        actions += legal.size();
        state->ApplyAction(legal[words.Below(legal.size())]);
      }
    }
    const double result = state->PlayerReturn(0);
    first += result > 0;
    drawn += result == 0;
    d += decisions;
    dd += decisions * decisions;
    a += actions;
    aa += actions * actions;
    ad += actions * decisions;
  }
  const double nanoseconds = ProcessorTime() - start;

  std::printf("{\"games\": %ld, \"first\": %ld, \"drawn\": %ld, \"d\": %.0f, \"dd\": %.0f, \"a\": %.0f, \"aa\": %.0f, "
              "\"ad\": %.0f, \"ns\": %.0f}\n",
              games, first, drawn, d, dd, a, aa, ad, nanoseconds);
}
