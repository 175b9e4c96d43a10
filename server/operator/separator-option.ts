import { Option } from 'commander';
import * as z from 'zod';

/** The names that the option accepts for the character between a CSV's columns. */
export const separators = { comma: ',', semicolon: ';', tab: '\t' } as const;

export const separatorShape = { separator: z.enum(['comma', 'semicolon', 'tab']) };

export const separatorOption = () =>
  new Option('--separator <name>', 'what is between the columns')
    .choices(Object.keys(separators))
    .default('comma');
