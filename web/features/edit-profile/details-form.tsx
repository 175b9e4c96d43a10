import { plainText } from '@inaam/contract/fields.ts';
import { ageDigitsMax } from '@inaam/contract/limits.ts';
import { CharacterHeading } from '../../ui/character/character-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { FormErrors, SelectField, TextField, RadioGroup } from '../../ui/field.tsx';
import { useCleanText } from '../../ui/use-edited-text.ts';
import { useWords } from '../../app/use-app.ts';
import { NameField, StateField } from '../../forms/fields/person-fields.tsx';
import { useStates, withChosen } from '../../forms/use-states.ts';
import { useDetailsForm } from './use-details-form.ts';
import './details-form.css';

type DetailsFormState = ReturnType<typeof useDetailsForm>;

export function DetailsForm() {
  const form = useDetailsForm();
  const { editProfile, wheel } = useWords();
  const { formRef, submit, isReady, stored } = form;
  return (
    <form ref={formRef} className="details card" onSubmit={submit} noValidate>
      <CharacterHeading mood={form.isRefused ? 'wince' : 'waiting'} take={form.refusals}>
        <h1>{editProfile.title}</h1>
      </CharacterHeading>
      {stored.hasFailed && (
        <>
          <p>{editProfile.fetchFailed}</p>
          <Button onClick={stored.retry}>{wheel.tryAgain}</Button>
        </>
      )}
      {isReady && (
        <>
          <PersonFields form={form} />
          <PlaceFields form={form} />
          <FormErrors errors={form.errorTexts('general')} />
          <Button type="submit" isDisabled={form.isSending}>
            {editProfile.save}
          </Button>
        </>
      )}
      <Button variant="quiet" onClick={form.leave}>
        {editProfile.back}
      </Button>
    </form>
  );
}

const cleanEmail = (typed: string) => plainText(typed).trim();
/** Keyboards for numbers end one with a full stop. */
const cleanAge = (typed: string) =>
  plainText(typed)
    .replace(/ |[.,]$/g, '')
    .slice(0, ageDigitsMax);

type PartProps = { form: DetailsFormState };

function PersonFields({ form: { values, errorTexts, change } }: PartProps) {
  const { editProfile } = useWords();
  const { male, female, others } = editProfile.genders;
  const email = useCleanText(values.email, cleanEmail, (text) => change('email', { email: text }));
  const age = useCleanText(values.age, cleanAge, (text) => change('age', { age: text }));
  return (
    <>
      <NameField
        label={editProfile.name}
        value={values.name}
        onName={(name) => change('name', { name })}
        errors={errorTexts('name')}
      />
      <TextField
        {...email}
        label={editProfile.email}
        note={editProfile.optional}
        name="email"
        // Inputs of type "email" do not expose their caret.
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="email"
        enterKeyHint="next"
        errors={errorTexts('email')}
      />
      <RadioGroup
        label={editProfile.gender}
        name="gender"
        value={values.gender}
        options={[
          { value: 'male', text: male },
          { value: 'female', text: female },
          { value: 'others', text: others },
        ]}
        onChange={(gender) => change('gender', { gender })}
        errors={errorTexts('gender')}
      />
      <TextField
        {...age}
        label={editProfile.age}
        name="age"
        inputMode="numeric"
        enterKeyHint="done"
        autoComplete="off"
        errors={errorTexts('age')}
      />
    </>
  );
}

function PlaceFields({ form }: PartProps) {
  const { values, errorTexts, cities, change, changeState } = form;
  const { editProfile, wheel } = useWords();
  const { states } = useStates(values.state);
  return (
    <>
      <StateField
        label={editProfile.state}
        choose={editProfile.stateChoose}
        states={states}
        value={values.state}
        onState={changeState}
        errors={errorTexts('state')}
      />
      <SelectField
        label={editProfile.city}
        name="city"
        autoComplete="address-level2"
        choose={values.state === '' ? editProfile.cityNeedsState : editProfile.cityChoose}
        options={withChosen(cities.cities, values.city)}
        value={values.city}
        onText={(city) => change('city', { city })}
        errors={errorTexts('city')}
      />
      {cities.retry && (
        <div className="details-cities">
          <p>{editProfile.citiesFailed}</p>
          <Button variant="link" onClick={cities.retry}>
            {wheel.tryAgain}
          </Button>
        </div>
      )}
    </>
  );
}
