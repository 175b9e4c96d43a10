import { InvalidArgumentError, Option, type Command } from 'commander';
import * as z from 'zod';

const email = z.email().max(254);

/** The person at the company's provider for whom an invitation is. */
export const singleSignOn = {
  ssoEmail: z.string().optional(),
  ssoSubject: z.string().optional(),
};

export function addSingleSignOn(command: Command): void {
  command.addOption(
    new Option(
      '--sso-email <e-mail>',
      'for single sign-on alone, by whom the provider has verified this e-mail for',
    )
      .conflicts('ssoSubject')
      .argParser((text) => {
        if (email.safeParse(text).success) return text;
        throw new InvalidArgumentError('Write an e-mail, such as asha@tea.example.');
      }),
  );
  command.option(
    '--sso-subject <id>',
    "the same, by the provider's own id of the person (sub)",
    (text) => {
      if (/^[\x21-\x7e]{1,255}$/.test(text)) return text;
      throw new InvalidArgumentError('Write up to 255 characters without a space.');
    },
  );
}
