/** Units in our languages and as symbols, by their code of UN/ECE Recommendation 20. */
const namesByCode: Readonly<Record<string, string>> = {
  C62: 'pcs pc piece pieces kpl kappale kappaletta st stk stk. stück ud uds ud. u u. pza pièce pièces copë copa ea one unit',
  HUR: 'h hr hrs hour hours tunti tuntia t. timme timmar tim time timer std std. stunde stunden hora horas heure heures orë ore',
  DAY: 'd day days pv päivä päivää dag dagar dager tag tage día días jour jours ditë',
  WEE: 'week weeks vko viikko viikkoa vecka veckor uke uker woche wochen semana semanas semaine semaines javë',
  MON: 'month months kk kuukausi kuukautta månad månader måned måneder monat monate mes meses mois muaj',
  MIN: 'min minute minutes minuutti minuuttia minut minuter minutter minuten minuto minutos minuta',
  ANN: 'year years vuosi vuotta år jahr jahre año años an ans vit',
  MTR: 'm metre metres meter metri metriä metro metros mètre mètres metër lm jm rm lpm',
  KMT: 'km kilometre kilometres kilometer kilometri kilometriä kilómetro kilómetros kilomètre kilomètres',
  CMT: 'cm',
  MMT: 'mm',
  MTK: 'm² m2 sqm neliö neliömetri neliötä kvm qm',
  MTQ: 'm³ m3 cbm kuutio kuutiometri kuutiota kbm',
  LTR: 'l litre litres liter litra litraa litro litros litër',
  KGM: 'kg kilo kilogram kilogramm kilogramme',
  GRM: 'g gram',
  TNE: 't ton tonne tonnes tonni tonnia tonelada toneladas',
  KWH: 'kwh',
  SET: 'set sarja sats satz juego',
  XPA: 'pkg packet paketti pkt paket pakke',
  XRO: 'roll rulla rulle rolle rollo rouleau',
  LS: 'lump ls erä urakka pauschal global forfait',
  P1: '% percent prosentti',
}

const codeByName = new Map(
  Object.entries(namesByCode).flatMap(([code, names]) => names.split(' ').map((name) => [name, code] as const)),
)

/** The code of a unit as people write it (BT-130); a unit that nobody knows is `C62`, "one". */
export const unitCodeOf = (unit: string): string => codeByName.get(unit.trim().toLowerCase()) ?? 'C62'

/** Whether the code says what was written. */
export const isKnownUnit = (unit: string): boolean => codeByName.has(unit.trim().toLowerCase())
