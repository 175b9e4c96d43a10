// The form for the participant's details (Requirements EDP-1 to EDP-4, VAL-6 to VAL-9, ERR-8), drawn.
import { filterNameInput } from '@inaam/contract/fields.ts';
import { ageDigitsMax } from '@inaam/contract/limits.ts';
import { useRef } from 'react';
import type { Details } from '../../api/calls.ts';
import { Button } from '../../ui/button.tsx';
import { Faults, SelectField, TextField } from '../../ui/field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { useFocusFirstError } from '../../ui/use-focus-first-error.ts';
import { namedStates } from '../../locale/state-names.ts';
import { useApp, useWords } from '../../app/use-app.ts';
import { useStates } from '../../app/use-states.ts';
import { useDetails } from './use-details.ts';
import './details-form.css';

type DetailsHook = ReturnType<typeof useDetails>;

export function DetailsForm() {
  const details = useDetails();
  const { editProfile, wheel } = useWords();
  const element = useRef<HTMLFormElement>(null);
  useFocusFirstError(element, details.findings);
  const { form, hasFailed, faults } = details;
  return (
    <form ref={element} className="details card" onSubmit={details.submit} noValidate>
      <h1>{editProfile.title}</h1>
      {hasFailed && (
        <>
          <p>{editProfile.fetchFailed}</p>
          <Button onClick={details.fetchAgain}>{wheel.tryAgain}</Button>
        </>
      )}
      {form && (
        <>
          <Person form={form} details={details} />
          <Place form={form} details={details} />
          <div role="alert">
            <Faults faults={faults.limit} />
          </div>
          <Button type="submit">{editProfile.save}</Button>
        </>
      )}
      <Button variant="quiet" onClick={details.leave}>
        {editProfile.back}
      </Button>
    </form>
  );
}

type PartProps = { form: Details; details: DetailsHook };

function Person({ form, details: { faults, change } }: PartProps) {
  const { editProfile } = useWords();
  const { male, female, others } = editProfile.genders;
  return (
    <>
      <TextField
        label={editProfile.name}
        name="name"
        autoComplete="name"
        enterKeyHint="next"
        spellCheck={false}
        value={form.name}
        clean={filterNameInput}
        onText={(name) => change({ name }, 'name')}
        faults={faults.name}
      />
      <TextField
        label={editProfile.email}
        note={editProfile.optional}
        name="email"
        type="email"
        autoComplete="email"
        enterKeyHint="next"
        value={form.email}
        clean={(typed) => typed.trim()}
        onText={(email) => change({ email }, 'email')}
        faults={faults.email}
      />
      <RadioGroup
        label={editProfile.gender}
        name="gender"
        value={form.gender}
        options={[
          { value: 'male', text: male },
          { value: 'female', text: female },
          { value: 'others', text: others },
        ]}
        onChoose={(gender) => change({ gender }, 'gender')}
        faults={faults.gender}
      />
      <TextField
        label={editProfile.age}
        name="age"
        inputMode="numeric"
        enterKeyHint="done"
        autoComplete="off"
        maxLength={ageDigitsMax}
        value={form.age}
        onText={(age) => change({ age }, 'age')}
        faults={faults.age}
      />
    </>
  );
}

function Place({ form, details }: PartProps) {
  const { faults, cities, change, changeState } = details;
  const { campaign } = useApp();
  const { editProfile, wheel } = campaign.words;
  const states = useStates();
  return (
    <>
      <SelectField
        label={editProfile.state}
        name="state"
        autoComplete="address-level1"
        choose={editProfile.stateChoose}
        options={namedStates(withOwn(states, form.state), campaign)}
        value={form.state}
        onText={changeState}
        faults={faults.state}
      />
      <SelectField
        label={editProfile.city}
        name="city"
        autoComplete="address-level2"
        choose={form.state === '' ? editProfile.cityNeedsState : editProfile.cityChoose}
        options={withOwn(cities, form.city)}
        value={form.city}
        onText={(city) => change({ city }, 'city')}
        faults={faults.city}
      />
      {details.fetchCitiesAgain && (
        <div className="details-cities">
          <p>{editProfile.citiesFailed}</p>
          <Button variant="link" onClick={details.fetchCitiesAgain}>
            {wheel.tryAgain}
          </Button>
        </div>
      )}
    </>
  );
}

/** The list, with what is chosen already even while the list is on its way. */
function withOwn(list: readonly string[], own: string): readonly string[] {
  return own === '' || list.includes(own) ? list : [own, ...list];
}
