#pragma once
// Every subcommand, in the order of the help.

#include "command.hpp"

namespace aero::cli {

extern const Command kPlay;
extern const Command kServe;
extern const Command kBackup;
extern const Command kShow;
extern const Command kMoves;
extern const Command kRoll;
extern const Command kRules;
extern const Command kSolve;
extern const Command kRegret;
extern const Command kPerft;
extern const Command kReplay;
extern const Command kCheck;
extern const Command kVerify;
extern const Command kAnalyse;
extern const Command kSimulate;
extern const Command kMatch;
extern const Command kEngine;
extern const Command kTrain;
extern const Command kBench;
extern const Command kLoad;
extern const Command kSignature;
extern const Command kCompletion;
extern const Command kMan;

inline constexpr const Command* kCommands[] = {
    &kPlay,    &kServe, &kBackup, &kShow,     &kMoves,     &kRoll,       &kRules, &kReplay,
    &kAnalyse, &kCheck, &kVerify, &kSimulate, &kMatch,     &kEngine,     &kSolve, &kRegret,
    &kTrain,   &kPerft, &kBench,  &kLoad,     &kSignature, &kCompletion, &kMan,
};

}  // namespace aero::cli
