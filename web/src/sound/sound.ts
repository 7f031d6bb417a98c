// Sounds made of oscillators and noise, no files. Nothing is created before the first sound that
// can be heard: the volume is above 0 and the person has touched the page.

export const SOUNDS = [
  "rattle",
  "step",
  "take_off",
  "jump",
  "flight",
  "capture",
  "stack",
  "home",
  "lost",
  "win",
] as const;
export type SoundName = (typeof SOUNDS)[number];

const NOISE_S = 1;

// What each sound is made of, from the time `at` on.
const RECIPES: Record<SoundName, (play: Instruments, at: number) => void> = {
  rattle({ hiss, tone }, at) {
    for (const [i, wait_s] of [0, 0.06, 0.11, 0.19, 0.26, 0.36].entries()) {
      hiss(at + wait_s, 0.035, 2600 - i * 220, 9, 0.5 - i * 0.05);
    }
    tone(at + 0.42, 0.09, 190, 140, "triangle", 0.5);
  },
  step({ hiss, tone }, at) {
    hiss(at, 0.02, 1900, 4, 0.22);
    tone(at, 0.05, 520, 430, "sine", 0.22);
  },
  take_off({ hiss, tone }, at) {
    hiss(at, 0.5, 500, 1, 0.25, 1800);
    tone(at, 0.45, 110, 240, "sawtooth", 0.07);
  },
  jump({ tone }, at) {
    tone(at, 0.16, 392, 784, "sine", 0.35);
  },
  flight({ hiss, tone }, at) {
    hiss(at, 0.9, 350, 1, 0.5, 2600);
    tone(at, 0.9, 95, 150, "sawtooth", 0.08);
  },
  capture({ hiss, tone }, at) {
    hiss(at, 0.12, 900, 1, 0.6, 200);
    tone(at, 0.4, 460, 110, "triangle", 0.45);
  },
  stack({ tone }, at) {
    tone(at, 0.08, 523, 523, "triangle", 0.35);
    tone(at + 0.09, 0.12, 659, 659, "triangle", 0.35);
  },
  home({ notes }, at) {
    notes(at, [784, 988, 1319], 0.1, 0.5);
  },
  lost({ tone }, at) {
    tone(at, 0.12, 247, 233, "sine", 0.35);
    tone(at + 0.16, 0.22, 196, 185, "sine", 0.35);
  },
  win({ notes }, at) {
    notes(at, [523, 659, 784, 1047], 0.13, 0.7);
    notes(at + 0.62, [1047, 1319, 1568], 0, 1.1);
  },
};

interface Instruments {
  /** A note that glides from one pitch to another while it fades. */
  tone(
    at: number,
    length_s: number,
    from_hz: number,
    to_hz: number,
    wave: OscillatorType,
    gain: number,
  ): void;
  /** Noise through a band that may move likewise. */
  hiss(
    at: number,
    length_s: number,
    from_hz: number,
    sharpness: number,
    gain: number,
    to_hz?: number,
  ): void;
  /** One note after the other; a chord where the gap is 0. */
  notes(at: number, pitches_hz: number[], gap_s: number, length_s: number): void;
}

interface Studio {
  context: AudioContext;
  out: GainNode;
  instruments: Instruments;
}

class Sound {
  #volume = 0;
  #studio: Studio | null = null;

  /** From 0, silent, to 100. */
  get volume(): number {
    return this.#volume;
  }
  set volume(volume: number) {
    this.#volume = volume;
    this.#studio?.out.gain.setTargetAtTime(gain_of(volume), 0, 0.01);
  }

  /** So many times, with `gap_s` between the beginnings. */
  play(name: SoundName, times = 1, gap_s = 0): void {
    if (this.#volume === 0) return;
    this.#studio ??= this.#opened();
    if (!this.#studio) return;
    const { context, instruments } = this.#studio;
    if (context.state === "suspended") void context.resume();
    const start = context.currentTime + 0.01;
    for (let i = 0; i < times; ++i) RECIPES[name](instruments, start + i * gap_s);
  }

  // A context that starts before the first touch is suspended by the browser, and stays so.
  #opened(): Studio | null {
    if (typeof AudioContext === "undefined") return null;
    if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return null;
    const context = new AudioContext();
    const out = context.createGain();
    out.gain.value = gain_of(this.#volume);
    // Many at once do not overdrive.
    out.connect(context.createDynamicsCompressor()).connect(context.destination);
    return { context, out, instruments: instruments_of(context, out) };
  }
}

/** Loudness is felt by ratios, so the gain follows the square. */
function gain_of(volume: number): number {
  return (volume / 100) ** 2;
}

function instruments_of(context: AudioContext, out: AudioNode): Instruments {
  const noise = noise_of(context);

  function fading(at: number, length_s: number, gain: number): AudioNode {
    const fade = context.createGain();
    fade.gain.setValueAtTime(0, at);
    fade.gain.linearRampToValueAtTime(gain, at + Math.min(0.01, length_s / 4));
    fade.gain.exponentialRampToValueAtTime(0.001, at + length_s);
    fade.connect(out);
    return fade;
  }

  const instruments: Instruments = {
    tone(at, length_s, from_hz, to_hz, wave, gain) {
      const oscillator = context.createOscillator();
      oscillator.type = wave;
      oscillator.frequency.setValueAtTime(from_hz, at);
      oscillator.frequency.exponentialRampToValueAtTime(to_hz, at + length_s);
      oscillator.connect(fading(at, length_s, gain));
      oscillator.start(at);
      oscillator.stop(at + length_s);
    },
    hiss(at, length_s, from_hz, sharpness, gain, to_hz = from_hz) {
      const source = context.createBufferSource();
      source.buffer = noise;
      const band = context.createBiquadFilter();
      band.type = "bandpass";
      band.Q.value = sharpness;
      band.frequency.setValueAtTime(from_hz, at);
      band.frequency.exponentialRampToValueAtTime(to_hz, at + length_s);
      source.connect(band).connect(fading(at, length_s, gain));
      source.start(at, Math.random() * (NOISE_S - length_s), length_s);
    },
    notes(at, pitches_hz, gap_s, length_s) {
      for (const [i, pitch] of pitches_hz.entries()) {
        instruments.tone(at + i * gap_s, length_s, pitch, pitch, "sine", 0.28);
        instruments.tone(at + i * gap_s, length_s * 0.6, pitch * 2, pitch * 2, "sine", 0.06);
      }
    },
  };
  return instruments;
}

function noise_of(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate * NOISE_S, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; ++i) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

export const sound = new Sound();
