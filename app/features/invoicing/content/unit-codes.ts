/**
 * Codes of UNECE Recommendation 20 for the units that people write, in our languages. C62 (one) is for whatever is not here: the code says no
 * more than the seller did, and the written unit goes with it.
 */
const writtenAs: Record<string, string> = {
  H87: 'pcs pc piece pieces kpl kappale kappaletta st styck stk stück stuck ud uds unidad unidades pièce pièces pce copë cope',
  HUR: 'h hr hrs hour hours tunti tuntia tim timme timmar time timer std stunde stunden hora horas heure heures orë ore',
  DAY: 'd day days pv pvä päivä päivää dag dagar dager tag tage día días dia dias jour jours ditë dite',
  WEE: 'week weeks vk viikko viikkoa vecka veckor uke uker woche wochen semana semanas semaine semaines javë jave',
  MON: 'month months mo kk kuukausi kuukautta mån månad månader mnd måned måneder monat monate mes meses mois muaj',
  MTR: 'm lm jm lfm ml metre metres meter meters metri metriä metro metros mètre mètres metër',
  MTK: 'm2 sqm neliö neliötä kvm qm',
  MTQ: 'm3 cbm kuutio kuutiota kbm',
  CMT: 'cm',
  MMT: 'mm',
  KMT: 'km',
  KGM: 'kg kgs kilo kiloa kilos',
  GRM: 'g',
  TNE: 't ton tons tonne tonnes tn tonni tonnia tonelada toneladas',
  LTR: 'l ltr litre litres liter liters litra litraa litro litros litër',
  KWH: 'kwh',
  MWH: 'mwh',
  SET: 'set sets sarja sarjaa sats satser satz sätze sett juego juegos jeu jeux komplet',
  PR: 'pair pairs pari paria par paar paire paires palë',
  LS: 'ls lumpsum lump-sum erä kokonaishinta pauschal pauschale psch forfait global',
  RO: 'roll rolls rulla rullaa rulle rullar ruller rolle rollen rollo rollos rouleau rouleaux rul',
  XBG: 'bag bags säkki säkkiä säck säckar sekk sekker sack säcke saco sacos sac sacs thes',
  XPK: 'pkt pack packs package packages paketti pakettia paket pakke pakker paquete paquetes paquet paquets pako',
  XPX: 'pallet pallets lava lavaa pall pallar pall paller palette paletten palé palés palette palettes paletë',
  XBX: 'box boxes laatikko laatikkoa låda lådor boks esker kiste kisten caja cajas boîte boîtes kuti',
}
const codes = new Map(
  Object.entries(writtenAs).flatMap(([code, units]) => units.split(' ').map((unit) => [unit, code] as const)),
)

/** The code of a unit as it was written: `m²` → `MTK`, `tim.` → `HUR`, `pcs` → `H87`. */
export function unitCodeOf(unit: string): string {
  const written = unit.normalize('NFKC').toLocaleLowerCase('en').replace(/[.\s]/g, '').replace('^', '')
  return codes.get(written) ?? 'C62'
}
