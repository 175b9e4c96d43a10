// One question after the reward of a participation. A right answer adds as much again.
import { no, ok, type Answer } from './answers.ts';
import type { Participant } from './participants.ts';

export type Given = { questionId: string; selectedAnswer: number };

const ended = { status: 403, holds: { campaign: 'ended' } };

export class Questions {
  /** Bonuses that are neither added nor set aside, by the reward. */
  readonly free: Map<number, number>;
  readonly rights: ReadonlyMap<string, { right: number; options: number }>;

  constructor(free: Questions['free'], rights: Questions['rights']) {
    this.free = free;
    this.rights = rights;
  }

  ask(own: Participant, isOpen: boolean): Answer {
    if (own.reward === undefined) return no('invalidData');
    const isAnswered = own.question?.answer !== undefined;
    if (!isAnswered && !isOpen) return ok({ question: null });
    const free = this.free.get(own.reward) ?? 0;
    if (!own.question) {
      if (own.state === 'Tamil Nadu' || free === 0) return ok({ question: null });
      own.question = {};
      this.free.set(own.reward, free - 1);
    }
    const { id, answer = null, isRight = null } = own.question;
    const question = { bonus: own.reward, selectedAnswer: answer, isRight };
    return ok({ question: { ...question, ...(id !== undefined && { questionId: id }) } });
  }

  /** The first answer counts. */
  answer(own: Participant, { questionId, selectedAnswer }: Given, isOpen: boolean): Answer {
    if (own.reward === undefined) return no('invalidData');
    const { right, options } = this.rights.get(questionId) ?? { right: 0, options: 0 };
    const asked = own.question;
    if (!asked || asked.id !== questionId) return no('invalidQuestion');
    if (selectedAnswer < 0 || selectedAnswer >= options) return no('invalidOption');
    const isRight = selectedAnswer === right;
    if (asked.answer !== undefined && asked.answer !== selectedAnswer)
      return no('alreadyAnswered', 409);
    if (asked.answer === undefined) {
      if (!isOpen) return ended;
      Object.assign(asked, { answer: selectedAnswer, isRight });
      if (!isRight) this.free.set(own.reward, (this.free.get(own.reward) ?? 0) + 1);
    }
    return ok({ isRight, rightAnswer: right, bonus: isRight ? own.reward : 0 });
  }
}
