import {
  useEffect,
  useRef,
  useState,
  type SubmitEvent,
  useLayoutEffect,
  type RefObject,
} from 'react';
import { useApp, useMessageText, useOnReturn } from '../app/use-app.ts';
import type { DraftForms } from '../session/storage/drafts.ts';
import { hasErrors, type FieldErrors } from './errors/field-errors.ts';

type FormOptions<Values> = {
  draft?: keyof DraftForms;
  initial: () => Values;
  validate: (values: Values) => FieldErrors<Values>;
  /** Resolves to the server's refusal, if any. Errors shown elsewhere do not count. */
  send: (values: Values) => Promise<FieldErrors<Values> | undefined>;
  /** After an outage the form submits itself, unless it was changed: the call is repeatable. */
  goesOn?: boolean;
};

/** `waiting`: it submits itself once the network is back, unless it is changed before. */
type FormStatus = 'idle' | 'sending' | 'waiting' | 'refused';

export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { draft, initial, validate, send, goesOn = false } = options;
  const { drafts, network } = useApp();
  const text = useMessageText();
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<Values>>({});
  const [status, setStatus] = useState<FormStatus>('idle');
  const [refusals, setRefusals] = useState(0);
  // State changes with the next render, and a second press may come before.
  const isSending = useRef(false);
  const formRef = useRef<HTMLFormElement>(null);
  useFocusFirstError(formRef, refusals);

  const become = (next: FormStatus) => {
    isSending.current = next === 'sending';
    setStatus(next);
  };

  const refuse = (found: FieldErrors<Values>): FormStatus => {
    setErrors(found);
    setRefusals((count) => count + 1);
    if (hasErrors(found)) return 'refused';
    return goesOn && !network.store.getState().isOnline ? 'waiting' : 'idle';
  };

  const change = (field: keyof Values, changed: Partial<Values>) => {
    setValues((current) => ({ ...current, ...changed }));
    if (draft !== undefined) drafts.keep(draft, changed);
    setErrors((current) => ({ ...current, [field]: [], general: [] }));
    if (!isSending.current) setStatus('idle');
  };

  const run = (action: () => Promise<void>): boolean => {
    if (isSending.current) return false;
    become('sending');
    void action();
    return true;
  };

  const attempt = (): boolean => {
    const invalid = validate(values);
    if (!hasErrors(invalid) || isSending.current) {
      return run(async () => {
        const refused = await send(values);
        if (refused !== undefined) become(refuse(refused));
      });
    }
    become(refuse(invalid));
    return true;
  };

  useWaiting(status === 'waiting', attempt);

  return {
    formRef,
    values,
    setValues,
    change,
    errorTexts: (field: keyof Values | 'general') => (errors[field] ?? []).map(text),
    isRefused: status === 'refused',
    refusals,
    isSending: status === 'sending',
    submit: (event: SubmitEvent) => {
      event.preventDefault();
      attempt();
    },
    /** Submits without a press. Returns false while something else is being sent. */
    attempt,
    /** Sends something else. Returns false while the form, or something else, is being sent. */
    exclusively: (action: () => Promise<void>) =>
      run(async () => {
        await action();
        become('idle');
      }),
  };
}

function useWaiting(isWaiting: boolean, goOn: () => void): void {
  const { network } = useApp();
  useOnReturn(() => isWaiting && goOn());
  useEffect(() => {
    if (!isWaiting) return undefined;
    network.store.setState({ isWaiting });
    return () => network.store.setState({ isWaiting: false });
  }, [isWaiting, network]);
}

function useFocusFirstError(form: RefObject<HTMLFormElement | null>, refusals: number): void {
  useLayoutEffect(() => {
    if (refusals === 0) return;
    const invalid = form.current?.querySelector('[aria-invalid="true"]');
    const control =
      invalid instanceof HTMLFieldSetElement ? invalid.querySelector('input') : invalid;
    if (control instanceof HTMLElement) control.focus();
  }, [form, refusals]);
}
