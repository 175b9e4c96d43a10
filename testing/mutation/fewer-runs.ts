// Properties run again for each mutant: fewer times than in the gate, and with fixed values, so
// that no mutant is found by luck.
import fc from 'fast-check';

fc.configureGlobal({ numRuns: 25, seed: 1, interruptAfterTimeLimit: 500 });
