import { Option } from 'commander';
import * as z from 'zod';

/** What is between the columns of a CSV, by the names that the option takes. */
export const separators = { comma: ',', semicolon: ';', tab: '\t' } as const;

export const separatorShape = { separator: z.enum(['comma', 'semicolon', 'tab']) };

export const separatorOption = () =>
  new Option('--separator <name>', 'what is between the columns')
    .choices(Object.keys(separators))
    .default('comma');
