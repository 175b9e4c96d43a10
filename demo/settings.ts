// The environment of the demonstration: few values, each with a default. The only reader of process.env here.
import path from 'node:path';
import * as z from 'zod';

export type Settings = {
  campaign: string;
  host: string;
  port: number;
  databaseUrl: string | undefined;
  dataFolder: string;
};

const project = path.resolve(import.meta.dirname, '..');

const environment = z.object({
  CAMPAIGN: z.string().default('biscuit-2025'),
  HOST: z.string().default('0.0.0.0'),
  PORT: z
    .string()
    .default('3000')
    .refine((text) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535, {
      error: 'PORT must be a whole number from 1 to 65535. Leave it out for 3000.',
    })
    .transform(Number),
  DATABASE_URL: z
    .string()
    .regex(
      /^postgres(ql)?:\/\//,
      'DATABASE_URL must begin with postgres://. Leave it out to use our own PostgreSQL.',
    )
    .optional(),
  DATA_FOLDER: z.string().default(path.join(project, '.data')),
});

/**
 * Reads the environment.
 * @throws Error naming every value that is wrong, with its mend
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Settings {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const { success, data, error } = environment.safeParse(filled);
  if (!success) throw new Error(error.issues.map((issue) => issue.message).join('\n'));
  return {
    campaign: data.CAMPAIGN,
    host: data.HOST,
    port: data.PORT,
    databaseUrl: data.DATABASE_URL,
    dataFolder: path.resolve(data.DATA_FOLDER),
  };
}
