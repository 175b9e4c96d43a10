// Where the reward is sent, on the ticket and in the profile: the id, whose it is, and what became
// of it.
import { fill } from '@inaam/campaigns/public/fill.ts';
import { formatDate } from '@inaam/campaigns/public/format-date.ts';
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react';
import { useStore } from 'zustand/react';
import type { VoucherPart } from '@inaam/web/app/reward/reward-part.ts';
import { useApp, useOnReturn } from '@inaam/web/app/use-app.ts';
import { attempt } from '@inaam/web/optional.ts';
import { Button } from '@inaam/web/ui/button.tsx';
import { FieldFrame } from '@inaam/web/ui/field.tsx';
import { NoBreak } from '@inaam/web/ui/no-break.tsx';
import type { Payout } from '../contract.ts';
import { readUpiId } from '../upi-id.rules.ts';
import { openPayout, pollMsOf } from './open-payout.ts';
import { wordsIn, type UpiWords } from './words.ts';
import sheet from './payout.css?url';

type Opened = ReturnType<typeof openPayout>;
type StageProps = { opened: Opened; payout: Payout; words: UpiWords; texts: Texts };
type Texts = Readonly<Record<'id' | 'name' | 'date', string>> & { amount: number };

export const Part: VoucherPart = ({ amount, vouchers, children }) => {
  const app = useApp();
  const { language, upi, words } = app.campaign;
  const [opened] = useState(() => openPayout(app));
  const { payout } = useStore(opened.store);
  const [polls, setPolls] = useState<{ stage?: string | undefined; count: number }>({ count: 0 });
  const read = useEffectEvent(() => void opened.read());
  useOnReturn(() => void opened.read());
  useEffect(() => {
    const timer = setTimeout(read);
    return () => clearTimeout(timer);
  }, []);
  // The bonus is a second one.
  const hasBonus = vouchers?.bonus !== undefined;
  useEffect(() => {
    if (hasBonus) read();
  }, [hasBonus]);
  const stage = payout?.stage;
  const count = polls.stage === stage ? polls.count : 0;
  const pollMs = pollMsOf(payout, count);
  const poll = useEffectEvent(() => {
    setPolls({ stage, count: count + 1 });
    if (document.visibilityState !== 'hidden') void opened.read();
  });
  useEffect(() => {
    if (pollMs === undefined) return undefined;
    const timer = setInterval(poll, pollMs);
    return () => clearInterval(timer);
  }, [pollMs]);
  const isWaiting = payout === undefined && upi?.amounts.includes(amount);
  if (isWaiting) return <p className="payout">{words.loader.loading}</p>;
  if (!payout || payout.stage === 'voucher') return children;
  const texts = {
    amount: payout.amount,
    id: payout.upiId,
    name: payout.name,
    date: attempt(() => formatDate(payout.by, language), payout.by),
  };
  return (
    <>
      <link rel="stylesheet" href={sheet} precedence="feature" />
      <section className="payout" aria-live="polite">
        <Stage opened={opened} payout={payout} words={wordsIn(language)} texts={texts} />
      </section>
    </>
  );
};

function Stage(props: StageProps) {
  const { payout, words, texts } = props;
  switch (payout.stage) {
    case 'checking':
      return <p>{words.checking}</p>;
    case 'confirm':
      return <Confirm {...props} />;
    case 'sending':
      return <p>{fill(words.sending, texts)}</p>;
    case 'review':
      return <p>{words.later}</p>;
    case 'paid':
      return (
        <p>
          <strong>{fill(words.paid, texts)}</strong> <bdi>{payout.reference}</bdi>
        </p>
      );
    case 'voucher':
    case 'ask':
    case 'form':
    case 'wrong':
      return <Ask {...props} />;
    default:
      return payout.stage satisfies never;
  }
}

function Ask({ opened, payout, words, texts }: StageProps) {
  const { isBusy, hasFailed } = useStore(opened.store);
  const { upi, words: core } = useApp().campaign;
  const [text, setText] = useState('');
  const [hasForm, setHasForm] = useState(true);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isForm = readUpiId(text) !== undefined;
    setHasForm(isForm);
    if (isForm && !isBusy) void opened.ask(text);
  };
  const errors = [
    ...(!hasForm || payout.stage === 'form' ? [words.form] : []),
    ...(hasForm && payout.stage === 'wrong' ? [words.wrong] : []),
    ...(hasFailed ? [core.errors.generic] : []),
  ];
  return (
    <>
      <h2>
        <NoBreak text={fill(words.where, texts)} />
      </h2>
      {upi?.byNumber && payout.stage !== 'wrong' && (
        <Button isDisabled={isBusy} onClick={() => void opened.ask('')}>
          {words.ownNumber}
        </Button>
      )}
      <form onSubmit={submit} noValidate>
        <FieldFrame label={words.label} hint={words.hint} errors={errors}>
          {(control) => (
            <input
              {...control}
              className="control"
              name="upi"
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              dir="ltr"
              lang="en"
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              maxLength={500}
            />
          )}
        </FieldFrame>
        <Button type="submit" variant={upi?.byNumber ? 'secondary' : 'primary'} isDisabled={isBusy}>
          {words.check}
        </Button>
      </form>
      <p className="field-hint">
        <NoBreak text={fill(words.instead, texts)} />
      </p>
      <Button variant="link" isDisabled={isBusy} onClick={() => void opened.decide(0)}>
        {words.voucher}
      </Button>
    </>
  );
}

function Confirm({ opened, payout, words, texts }: StageProps) {
  const { errors } = useApp().campaign.words;
  const { isBusy, hasFailed } = useStore(opened.store);
  return (
    <>
      <h2>
        <NoBreak text={fill(words.confirm, texts)} />
      </h2>
      {hasFailed && <p role="alert">{errors.generic}</p>}
      <Button isDisabled={isBusy} onClick={() => void opened.decide(payout.request)}>
        {fill(words.send, texts)}
      </Button>
      <Button variant="link" isDisabled={isBusy} onClick={opened.again}>
        {words.another}
      </Button>
    </>
  );
}
