import type { Registration } from '../../api/calls.ts';
import { useApp } from '../../app/use-app.ts';
import { useStates } from '../../forms/use-states.ts';
import { useForm } from '../../forms/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { CharacterHeading } from '../../ui/character/character-heading.tsx';
import { CheckBox, ErrorTexts } from '../../ui/field.tsx';
import { AgreeText } from './agree-text.tsx';
import { TrustNotes } from './trust-notes.tsx';
import { MobileField } from '../../forms/fields/mobile-field.tsx';
import { NameField } from '../../forms/fields/name-field.tsx';
import { StateField } from '../../forms/fields/state-field.tsx';
import { cleanRegistration } from './clean-registration.ts';
import { knownRegistration } from './known-registration.ts';
import { register } from './register.ts';
import { HomeNote } from '../../forms/home-note.tsx';
import { RegistrationNotes } from './registration-notes.tsx';
import { validateRegistration } from './registration-errors.ts';
import './registration-form.css';

export function RegistrationForm() {
  const app = useApp();
  const { home, loader } = app.campaign.words;
  const { formRef, values, change, errorTexts, isSending, submit, ...form } = useForm<Registration>(
    {
      draft: 'registration',
      initial: () => cleanRegistration(app.drafts.over('registration', knownRegistration(app))),
      validate: validateRegistration,
      send: (registration) => register(app, registration),
    },
  );
  const { states, isSlow } = useStates(values.state);
  return (
    <form ref={formRef} className="registration card" onSubmit={submit} noValidate>
      <CharacterHeading mood={form.isRefused ? 'wince' : 'waiting'} take={form.refusals}>
        <h2>{home.formTitle}</h2>
      </CharacterHeading>
      <HomeNote />
      <RegistrationNotes />
      <NameField
        label={home.name}
        autoCapitalize="words"
        value={values.name}
        onName={(name) => change('name', { name })}
        errors={errorTexts('name')}
      />
      <MobileField
        value={values.mobile}
        hint={home.mobileHint}
        onMobile={(mobile) => change('mobile', { mobile })}
        errors={errorTexts('mobile')}
      />
      <div className="registration-state">
        <StateField
          label={home.state}
          choose={home.stateChoose}
          states={states}
          value={values.state}
          onState={(state) => change('state', { state })}
          errors={errorTexts('state')}
        />
        {isSlow && <p className="field-hint">{loader.gettingStates}</p>}
      </div>
      <CheckBox
        name="agree1"
        isChecked={values.isAgreed}
        onCheck={(isAgreed) => change('isAgreed', { isAgreed })}
        errors={errorTexts('isAgreed')}
      >
        <AgreeText />
      </CheckBox>
      <div role="alert">
        <ErrorTexts errors={errorTexts('general')} />
      </div>
      <Button type="submit" disabled={isSending}>
        {home.getOtp}
      </Button>
      <TrustNotes />
    </form>
  );
}
