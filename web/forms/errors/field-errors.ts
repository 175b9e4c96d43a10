import type { Message } from '../../locale/message.ts';

export type FieldErrors<Values> = {
  [Field in keyof Values | 'general']?: readonly Message[];
};

export function hasErrors(errors: FieldErrors<object>): boolean {
  return Object.values(errors).some((messages) => messages.length > 0);
}
