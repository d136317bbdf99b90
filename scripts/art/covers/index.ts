import { alpomish } from './alpomish.ts';
import { boburnoma } from './boburnoma.ts';
import { farhod } from './farhod.ts';
import { kechaVaKunduz } from './kecha-va-kunduz.ts';
import { mehrobdanChayon } from './mehrobdan-chayon.ts';
import { otkanKunlar } from './otkan-kunlar.ts';

/** The six jackets, by the file they are written to. */
export function coverFiles(): Record<string, string> {
  const drawings = {
    'farhod-va-shirin': farhod(),
    boburnoma: boburnoma(),
    'otkan-kunlar': otkanKunlar(),
    'mehrobdan-chayon': mehrobdanChayon(),
    'kecha-va-kunduz': kechaVaKunduz(),
    alpomish: alpomish(),
  };
  return Object.fromEntries(
    Object.entries(drawings).map(([name, svg]) => [`components/site/home/art/covers/${name}.svg`, svg]),
  );
}
