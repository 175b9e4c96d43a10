// `npm run deliver`
import { runDeliver } from './run-deliver.ts';
import { mailboxProvider } from './sms/mailbox.ts';
import { databaseClocks } from './time/clocks.ts';

await runDeliver({
  clocksOf: databaseClocks,
  providerOf: mailboxProvider,
  warning:
    'SMS_PROVIDER is mailbox: nothing is sent to real phones. Messages are stored in the database.',
});
