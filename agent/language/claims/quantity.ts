/** An amount and its unit, as far as the text states them. */
export interface Quantity {
  value: number;
  /** The value before conversion to a smaller unit. */
  count?: number;
  /** A currency, `percent`, `clock` (minutes of half a day), `house`, a unit; undefined for a bare number. */
  unit?: string;
  isOrdinal: boolean;
  /** The half of the day, if the text shows it. */
  half?: 'am' | 'pm';
  /** Something begins or ends at this clock time. */
  edge?: 'from' | 'to';
  /** A bare number followed by what it counts: six doctors. */
  isCounting?: boolean;
  /** The ending of an Uzbek number: dan, gacha, ta. */
  suffix?: string;
  /** The index of the first token, and of the token after the last. */
  begin: number;
  end: number;
}

export const halfDayMin = 720;

/** A bare number as minutes of half a day. */
function hourOf({ value, isCounting }: Quantity): number | undefined {
  return value <= 24 && isCounting !== true ? (value * 60) % halfDayMin : undefined;
}

/** True if a source's amount supports a spoken one. */
export function isSame(known: Quantity, said: Quantity): boolean {
  const isCounted = (unit: string | undefined) => unit !== undefined && unit !== 'house';
  if (known.isOrdinal !== said.isOrdinal && (isCounted(known.unit) || isCounted(said.unit))) return false;
  if (known.unit === said.unit)
    return known.value === said.value && agree(known.half, said.half) && agree(known.edge, said.edge);
  if (known.unit !== undefined && said.unit !== undefined) return false;
  const [bare, other] = known.unit === undefined ? [known, said] : [said, known];
  if (bare.isCounting === true && other.unit !== 'person') return false;
  if (other.unit === 'clock') return other.value === hourOf(bare);
  return bare.value === (other.count ?? other.value);
}

/** A missing detail contradicts nothing. */
function agree(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}
