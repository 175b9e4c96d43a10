import { useLocation } from 'wouter';
import { mayCall, useConsole } from './console-context.ts';

/** Opens “A person” for a pseudonym; undefined where the role may look nobody up. */
export function useLookUp(): ((pseudonym: string) => void) | undefined {
  const { session, want } = useConsole();
  const [, open] = useLocation();
  if (!mayCall(session.account.role, 'findPerson')) return undefined;
  return (pseudonym) => {
    want(pseudonym);
    open('/person');
  };
}
