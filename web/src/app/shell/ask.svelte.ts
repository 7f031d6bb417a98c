// One question at a time, asked before something that cannot be undone.
export interface Question {
  title: string;
  text: string;
  yes: string; // what the button that does it says
  no: string;
  is_grave?: boolean; // something is lost for good
}

interface Asked extends Question {
  answer: (yes: boolean) => void;
}

class Ask {
  asked: Asked | null = $state.raw(null);
}
export const asking = new Ask();

/** True when the person says yes; closing the question is no. */
export function ask(question: Question): Promise<boolean> {
  asking.asked?.answer(false);
  return new Promise((answer) => {
    asking.asked = { ...question, answer };
  });
}
