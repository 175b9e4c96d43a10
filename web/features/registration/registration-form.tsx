// The registration form (Requirements HOM-1, HOM-4, VAL-1 to VAL-4, ERR-6), drawn. On success the code form takes
// its place, which is HOME's doing.
import { filterNameInput } from '@inaam/contract/fields.ts';
import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { CheckBox, Faults, SelectField, TextField } from '../../ui/field.tsx';
import { useFocusFirstError } from '../../ui/use-focus-first-error.ts';
import { namedStates } from '../../locale/state-names.ts';
import { useApp } from '../../app/use-app.ts';
import { AgreeText } from './agree-text.tsx';
import { mobileTyped } from './mobile-typed.ts';
import { useRegistration } from './use-registration.ts';
import { useStates } from '../../app/use-states.ts';
import './registration-form.css';

export function RegistrationForm() {
  const { campaign } = useApp();
  const { home } = campaign.words;
  const states = useStates();
  const { form, faults, findings, isSending, change, submit } = useRegistration();
  const element = useRef<HTMLFormElement>(null);
  useFocusFirstError(element, findings);
  return (
    <form ref={element} className="registration card" onSubmit={submit} noValidate>
      <h2>{home.formTitle}</h2>
      <TextField
        label={home.name}
        name="name"
        autoComplete="name"
        autoCapitalize="words"
        enterKeyHint="next"
        spellCheck={false}
        value={form.name}
        clean={filterNameInput}
        onText={(name) => change({ name }, 'name')}
        faults={faults.name}
      />
      <TextField
        label={home.mobile}
        hint={home.mobileHint}
        name="mobile"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        enterKeyHint="next"
        value={form.mobile}
        clean={mobileTyped}
        onText={(mobile) => change({ mobile }, 'mobile')}
        faults={faults.mobile}
      />
      {/* The phone's own picker: a wheel or list for the thumb, and typed letters find a name on a keyboard. */}
      <SelectField
        label={home.state}
        name="state"
        autoComplete="address-level1"
        choose={home.stateChoose}
        options={namedStates(states, campaign)}
        value={form.state}
        onText={(state) => change({ state }, 'state')}
        faults={faults.state}
      />
      <CheckBox
        name="agree1"
        isChecked={form.isAgreed}
        onCheck={(isAgreed) => change({ isAgreed }, 'agree')}
        faults={faults.agree}
      >
        <AgreeText />
      </CheckBox>
      <div role="alert">
        <Faults faults={faults.limit} />
      </div>
      <Button type="submit" disabled={isSending}>
        {home.getOtp}
      </Button>
    </form>
  );
}
