// Handlers of the operators' console must answer exactly what the contract lists. In production
// further fields are silently dropped; here they fail the test.
import * as z from 'zod/mini';
import { consoleCalls, type ConsoleCall } from '@inaam/contract/console/calls.ts';
import { faultsOf, strictly } from '../server/strict-schema.ts';
import { recordUnexpected } from './console-lines.ts';

for (const [name, { answer }] of Object.entries<ConsoleCall>(consoleCalls)) {
  const strict = strictly(answer);
  answer.parse = (value) => {
    const faults = faultsOf(strict, value);
    // Fails the test at its end (strict-console.ts).
    if (faults) recordUnexpected(`${name} violates the contract: ${faults}`);
    return z.core.parse(answer, value);
  };
}
