import { useEffectEvent, useLayoutEffect, useState, type ComponentProps } from 'react';
import type { TypedRegistration } from '../../api/calls.ts';
import { choiceSlot } from '../../app/app-context.ts';
import { useApp, useWords, useEntry, useMessageText } from '../../app/use-app.ts';
import { useStates } from '../../forms/use-states.ts';
import { useForm } from '../../forms/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { CharacterHeading } from '../../ui/character/character-heading.tsx';
import { CheckBox, FormErrors } from '../../ui/field.tsx';
import { MobileField } from '../../forms/fields/mobile-field.tsx';
import { NameField, StateField } from '../../forms/fields/person-fields.tsx';
import {
  cleanRegistration,
  register,
  typedRegistration,
  validateRegistration,
} from './register.ts';
import { readTypedBefore, takeFocus } from './typed-before.ts';
import { HomeNote, SentText } from '../../forms/form-notes.tsx';
import './registration-form.css';
import { NoBreak } from '../../ui/no-break.tsx';
import { serverMessage } from '../../locale/message.ts';
import { fill } from '@inaam/campaigns/public/fill.ts';
import type { StateReward } from '../../locale/state-names.ts';
import { Icon } from '../../ui/icons.tsx';

type RegistrationFormProps = { fixed: StateReward | undefined; onState: (state: string) => void };

export function RegistrationForm({ fixed, onState }: RegistrationFormProps) {
  const app = useApp();
  const { home } = app.campaign.words;
  const [choice] = useState(() => choiceSlot.open?.(app));
  const { formRef, values, setValues, change, errorTexts, isSending, submit, ...form } =
    useForm<TypedRegistration>({
      draft: 'registration',
      initial: () => typedRegistration(app),
      validate: (registration) => validateRegistration(app, registration),
      send: (registration) => register(app, { ...registration, ...choice?.fields() }),
      goesOn: true,
    });
  useTypedBefore({ formRef, values, setValues }, onState);
  return (
    <form ref={formRef} className="registration card" onSubmit={submit} noValidate>
      <CharacterHeading mood={form.isRefused ? 'wince' : 'waiting'} take={form.refusals}>
        <h2>{home.formTitle}</h2>
      </CharacterHeading>
      <HomeNote />
      <RegistrationNotes code={values.purchase} />
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
      <StateChoice
        value={values.state}
        onState={(state) => {
          change('state', { state });
          onState(state);
        }}
        errors={errorTexts('state')}
      />
      <output className="registration-fixed">
        {fixed && <NoBreak text={fill(home.fixedNote, fixed)} />}
      </output>
      {app.purchase && (
        <app.purchase.Field
          value={values.purchase ?? ''}
          onCode={(purchase) => change('purchase', { purchase })}
          errors={errorTexts('purchase')}
        />
      )}
      <CheckBox
        name="agree1"
        isChecked={values.isAgreed}
        onCheck={(isAgreed) => change('isAgreed', { isAgreed })}
        errors={errorTexts('isAgreed')}
      >
        <AgreeText />
      </CheckBox>
      {choice && <choice.Field />}
      <FormErrors errors={errorTexts('general')} />
      <Button type="submit" isDisabled={isSending}>
        {home.getOtp}
      </Button>
      <TrustNotes />
    </form>
  );
}

type RegistrationState = ReturnType<typeof useForm<TypedRegistration>>;

/** Takes what was typed into the first paint. A dialog that opens gives the focus back. */
function useTypedBefore(
  { formRef, values, setValues }: Pick<RegistrationState, 'formRef' | 'values' | 'setValues'>,
  onState: (state: string) => void,
): void {
  const takeTyped = useEffectEvent(() => {
    const typed = readTypedBefore();
    const taken = cleanRegistration({ ...values, ...typed });
    if (Object.keys(typed).length > 0) {
      setValues(taken);
      onState(taken.state);
    }
    if (formRef.current) takeFocus(formRef.current, taken);
  });
  useLayoutEffect(() => takeTyped(), []);
}

type StateChoiceProps = Pick<ComponentProps<typeof StateField>, 'value' | 'onState' | 'errors'>;

function StateChoice(props: StateChoiceProps) {
  const { home, loader } = useWords();
  const { states, isSlow } = useStates(props.value);
  return (
    <div className="registration-state">
      <StateField {...props} label={home.state} choose={home.stateChoose} states={states} />
      {isSlow && <p className="field-hint">{loader.gettingStates}</p>}
    </div>
  );
}

function AgreeText() {
  const { overlay } = useApp();
  const { home, terms } = useWords();
  const [before = '', after = ''] = home.agree.split('{terms}');
  const rest = after.replace(/^\S+/u, '');
  const punctuation = after.slice(0, after.length - rest.length);
  return (
    <>
      <NoBreak text={before} />
      <Button
        variant="link"
        className="agree-link"
        onClick={(event) => {
          // Otherwise the label around it would tick the box.
          event.preventDefault();
          overlay.setState({ open: 'terms' });
        }}
      >
        <u>{terms.title}</u>
        {/* A line may break before a full stop beside a button, but not inside one. */}
        <span aria-hidden="true">{punctuation}</span>
      </Button>
      <NoBreak text={rest} />
    </>
  );
}

/** What the registered number already has, in case Back or a lost page hid it. */
function RegistrationNotes({ code = '' }: { code: string | undefined }) {
  const { campaign, entry, purchase, person } = useApp();
  const text = useMessageText();
  const { otp, reward } = campaign.words;
  const { pending, arrival } = useEntry((state) => state);
  const { left, refused } = arrival;
  // What is wrong with a link's code is of no interest once another one is typed.
  const isSaid = refused?.messageId === 'participationLimit' || code === purchase?.linked;
  const { mobile } = person.read();
  const amount = person.reward();
  const granted = mobile !== null && amount !== undefined && { mobile, amount };
  return (
    <>
      {granted && (
        <p className="form-note">
          <NoBreak
            text={
              left && purchase
                ? fill(text(purchase.another), { ...granted, ...left })
                : fill(reward.alreadyThere, granted)
            }
          />
        </p>
      )}
      {isSaid && refused && (
        <p className="form-note">
          <NoBreak text={text(serverMessage(refused))} />
        </p>
      )}
      {pending && mobile !== null && (
        <p className="form-note">
          <SentText mobile={mobile} isElsewhere={pending.isElsewhere} />{' '}
          <Button
            variant="link"
            onClick={() => entry.store.setState({ pending: { ...pending, isAside: false } })}
          >
            {otp.title}
          </Button>
        </p>
      )}
    </>
  );
}

/** Says beside the number's field why it is safe to enter it. */
function TrustNotes() {
  const { trust } = useWords().home;
  return (
    <ul className="trust">
      <li>
        <Icon name="free" />
        {trust.free}
      </li>
      <li>
        <Icon name="lock" />
        {trust.number}
      </li>
      <li>
        <Icon name="call" />
        {trust.calls}
      </li>
      <li>
        <Icon name="promoter" />
        <span>
          <NoBreak text={trust.promoter} />
        </span>
      </li>
      <li>
        <Icon name="verified" />
        {/* Opens a new tab, so that typed text is kept. */}
        <a href="/draw/" target="_blank" rel="noopener">
          {trust.draw}
        </a>
      </li>
    </ul>
  );
}
