// What the registration form holds and does: keeps what is typed, checks, sends. Draws nothing.
import { useRef, useState, type SubmitEvent } from 'react';
import type { Registration } from '../../api/calls.ts';
import { useApp, useRetold, useWords } from '../../app/use-app.ts';
import { register } from './register.ts';
import {
  faultsOfForm,
  hasFaults,
  noFaults,
  type RegistrationFaults,
} from './registration-faults.ts';

const emptyForm: Registration = { name: '', mobile: '', state: '', isAgreed: false };

export function useRegistration() {
  const app = useApp();
  const words = useWords().home.errors;
  const [form, setForm] = useState(() => app.drafts.over('registration', emptyForm));
  const [faults, setFaults] = useState(noFaults);
  const [findings, setFindings] = useState(0);
  const [isSending, setIsSending] = useState(false);
  // Known at once, where the state is known only after the next render: two taps may come in between.
  const isSent = useRef(false);

  const find = (found: RegistrationFaults) => {
    setFaults(found);
    setFindings((count) => count + 1);
  };

  const change = (part: Partial<Registration>, field: keyof RegistrationFaults) => {
    setForm((held) => ({ ...held, ...part }));
    app.drafts.keep('registration', part);
    setFaults((held) => ({ ...held, [field]: [], limit: [] }));
  };

  const send = async () => {
    if (isSent.current) return;
    const found = faultsOfForm(form, words);
    if (hasFaults(found)) return find(found);
    isSent.current = true;
    setIsSending(true);
    const refused = await register(app, form, words);
    // On success the code form takes this one's place.
    if (refused === undefined) return;
    isSent.current = false;
    setIsSending(false);
    find(refused);
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void send(); // Never rejects: what goes wrong is shown.
  };

  return { form, faults: useRetold(faults, 'home'), findings, isSending, change, submit };
}
