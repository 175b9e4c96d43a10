// All calls. The page loads those of plugins only where they are made.
import { pluginCalls } from '@inaam/plugins/contract.ts';
import {
  coreCalls,
  pathOf,
  type AnswerOf,
  type CallKind,
  type CallRow,
  type FieldsOf,
} from './core-calls.ts';

export const calls = { ...coreCalls, ...pluginCalls } satisfies Record<string, CallRow>;

export type CallName = keyof typeof calls;
/** Answered by a plugin. */
export type PluginCallName = keyof typeof pluginCalls;
export type Fields<Name extends CallName> = FieldsOf<(typeof calls)[Name]>;
export type Answer<Name extends CallName> = AnswerOf<(typeof calls)[Name]>;
export type PluginAnswers = {
  readonly [Name in PluginCallName]?: Omit<Answer<Name>, 'statusCode'>;
};
export type CallsOfKind<T extends CallKind> = {
  [Name in CallName]: (typeof calls)[Name]['kind'] extends T ? Name : never;
}[CallName];

export const callNames: readonly CallName[] = Object.keys(calls).filter((name): name is CallName =>
  Object.hasOwn(calls, name),
);

export const callPath = (name: CallName, userKey?: string): string => pathOf(calls[name], userKey);
