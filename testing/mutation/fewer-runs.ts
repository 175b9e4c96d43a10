// A property runs again for each mutant in its reach: shorter than in the gate, and with the same
// values each time, so that a mutant is not found by luck.
import fc from 'fast-check';

fc.configureGlobal({ numRuns: 25, seed: 1, interruptAfterTimeLimit: 500 });
