import { messageIds } from '@inaam/contract/message-ids.ts';
import { expect, test } from 'vitest';
import { CallRefused } from '../api/failures.ts';
import { refusedCode } from '../forms/errors/field-errors.ts';
import { refusedDetails } from '../features/edit-profile/save-details.ts';
import { refusedRegistration } from '../features/registration/register.ts';
import { refusedErasure, refusedMobile } from '../features/your-data/erase.ts';

/** Each form, with the places where it shows what was refused. */
const forms = [
  ['registration', refusedRegistration, 'name mobile state isAgreed general'],
  ['one-time code', refusedCode, 'code'],
  ['details', refusedDetails, 'name email gender age state city general'],
  ['number of your data', refusedMobile, 'mobile general'],
  ['your data', (error: unknown) => refusedErasure(error, {}), 'general'],
  ['code of your data', (error: unknown) => refusedErasure(error, { otp: '123456' }), 'code'],
] as const;

test.each(forms)('[ERR-1] the form %s has a place for each id', (_name, refused, places) => {
  const unsaid = Object.entries(messageIds).flatMap(([messageId, statusCode]) =>
    ['', 'From the server']
      .filter((message) => {
        const errors = refused(new CallRefused({ statusCode, message, messageId }));
        const shown = Object.entries(errors).filter(([place]) => places.split(' ').includes(place));
        return !shown.some(([, lines]) => lines.length > 0);
      })
      .map((message) => [messageId, message]),
  );
  expect(unsaid).toEqual([]);
});
