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

export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { draft, initial, validate, send, goesOn = false } = options;
  const { drafts, network } = useApp();
  const text = useMessageText();
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<Values>>({});
  const [failedSubmits, setFailedSubmits] = useState(0);
  const [isSending, setIsSending] = useState(false);
  const exclusively = useExclusive();
  const formRef = useRef<HTMLFormElement>(null);
  useFocusFirstError(formRef, failedSubmits);

  const fail = (found: FieldErrors<Values>) => {
    setErrors(found);
    setFailedSubmits((count) => count + 1);
  };

  const goingOn = useGoingOn();

  const change = (field: keyof Values, changed: Partial<Values>) => {
    setValues((current) => ({ ...current, ...changed }));
    if (draft !== undefined) drafts.keep(draft, changed);
    setErrors((current) => ({ ...current, [field]: [], general: [] }));
    goingOn.setDue(false);
  };

  const attempt = () =>
    exclusively(async () => {
      const invalid = validate(values);
      if (hasErrors(invalid)) return fail(invalid);
      setIsSending(true);
      const refused = await send(values);
      if (refused === undefined) return;
      setIsSending(false);
      fail(refused);
      goingOn.setDue(goesOn && !hasErrors(refused) && !network.store.getState().isOnline);
    });
  useOnReturn(() => {
    if (goingOn.takeDue()) attempt();
  });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    attempt();
  };

  const errorTexts = (field: keyof Values | 'general') => (errors[field] ?? []).map(text);

  return {
    formRef,
    values,
    setValues,
    change,
    errorTexts,
    isRefused: hasErrors(errors),
    refusals: failedSubmits,
    isSending,
    submit,
    /** Submits without a press. Returns false while something else is being sent. */
    attempt,
    exclusively,
  };
}

/** Whether the form submits itself when the network is back. */
function useGoingOn() {
  const { network } = useApp();
  const [goingOn] = useState(() => {
    let isDue = false;
    return {
      setDue: (isWaiting: boolean) => {
        if (isDue === isWaiting) return;
        isDue = isWaiting;
        network.store.setState({ isWaiting });
      },
      takeDue: () => {
        const wasDue = isDue;
        isDue = false;
        return wasDue;
      },
    };
  });
  useEffect(() => () => goingOn.setDue(false), [goingOn]);
  return goingOn;
}

// Disabling the button is not enough: a second tap may come before the next render.

/** @returns a function that runs an action, or returns false while one is running */
export function useExclusive(): (action: () => Promise<void>) => boolean {
  const isRunning = useRef(false);
  return (action) => {
    if (isRunning.current) return false;
    isRunning.current = true;
    void action().finally(() => {
      isRunning.current = false;
    });
    return true;
  };
}

function useFocusFirstError(form: RefObject<HTMLFormElement | null>, failedSubmits: number): void {
  useLayoutEffect(() => {
    if (failedSubmits === 0) return;
    const invalid = form.current?.querySelector('[aria-invalid="true"]');
    const control =
      invalid instanceof HTMLFieldSetElement ? invalid.querySelector('input') : invalid;
    if (control instanceof HTMLElement) control.focus();
  }, [form, failedSubmits]);
}
