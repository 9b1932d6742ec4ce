/** Answers to questions that may need themselves on the way: each is worked out once, and circles end. */

/** What is known of one question. */
export interface Entry<T> {
  answer?: readonly T[] | undefined;
  /** Where on the stack it is being answered, while it is. */
  asked?: number | undefined;
  /** For an answer that lacks what an open question would have added: how deep that one stands. */
  open?: number;
  kept?: boolean;
}

/**
 * A question that is asked again on its own way to the answer adds nothing. What was found inside such a circle lacks
 * that part, so it is kept only until the outermost question of the circle is answered.
 */
export class Answers {
  /** How many questions are being answered, each for the one before. */
  depth = 0;
  private outermost = Number.POSITIVE_INFINITY;
  private readonly loose: Entry<unknown>[] = [];

  answer<T>(entry: Entry<T>, find: () => readonly T[]): readonly T[] {
    if (entry.answer) {
      if (entry.open !== undefined) this.outermost = Math.min(this.outermost, entry.open);
      return entry.answer;
    }
    if (entry.asked !== undefined) {
      this.outermost = Math.min(this.outermost, entry.asked);
      return [];
    }
    const before = this.outermost;
    const since = this.loose.length;
    this.outermost = Number.POSITIVE_INFINITY;
    const depth = ++this.depth;
    entry.asked = depth;
    const answer = find();
    this.depth--;
    entry.asked = undefined;
    entry.answer = answer;
    if (this.outermost >= depth) {
      for (const each of this.loose.splice(since)) forget(each);
      this.outermost = before;
    } else {
      entry.open = this.outermost;
      this.loose.push(entry as Entry<unknown>);
      this.outermost = Math.min(this.outermost, before);
    }
    return answer;
  }

  /** Says that the answers on their way lack something that a budget cut off. */
  cutOff(): void {
    this.outermost = 0;
  }

  /** Forgets the answers that a budget cut off. */
  renew(): void {
    for (const each of this.loose.splice(0)) forget(each);
    this.outermost = Number.POSITIVE_INFINITY;
  }
}

function forget(entry: Entry<unknown>): void {
  if (!entry.kept) entry.answer = undefined;
  delete entry.open;
}
