import type { DemoProject } from './project-story.ts'

/** Projects whose contracts ended early, each with a retention: one held, one divided, one released. */
export const endedProjects: DemoProject[] = [
  {
    owner: 'client',
    title: 'District heating pipes, Kulmavuorenkatu 6',
    description:
      'New district heating pipes from the street to the heat exchangers of two buildings, through the cellar and under the courtyard. The courtyard is closed for four weeks at most.',
    category: 'infrastructure',
    location: 'Helsinki',
    budget: 64_000,
    postedDaysAgo: 150,
    deadlineInDays: -128,
    start: -105,
    end: -60,
    lines: [
      ['Trenches, opened and filled', 95, 'm'],
      ['Pre-insulated pipes, welded and tested', 190, 'm'],
      ['Connection of a heat exchanger', 2, 'pcs'],
    ],
    bids: [
      {
        by: 'provider',
        daysAgo: 133,
        prices: [168, 142, 4350],
        weeks: 6,
        approach:
          'Building A first, so that one heat exchanger is in use before the other is touched. Welds are X-rayed and documented one by one.',
        wins: 'One heat exchanger stays in use throughout, and every weld is documented.',
      },
      {
        by: 'electricians',
        daysAgo: 131,
        prices: [195, 158, 'excluded'],
        weeks: 8,
        approach: 'Trenches and pipes with a partner from Turku; the connections would be yours.',
      },
    ],
  },
  {
    owner: 'client',
    title: 'Balcony railings, Pengerkatu 17',
    description:
      'Railings of 32 balconies of 1968 are taken down, blasted, galvanized and mounted again with new anchors. Residents cannot use a balcony for more than three weeks.',
    category: 'renovation',
    location: 'Helsinki',
    budget: 52_000,
    postedDaysAgo: 148,
    deadlineInDays: -126,
    start: -100,
    end: -45,
    lines: [
      ['Railing, taken down and mounted', 32, 'pcs'],
      ['Blasting and galvanizing', 32, 'pcs'],
      ['New anchors', 256, 'pcs'],
    ],
    bids: [
      {
        by: 'roofers',
        daysAgo: 130,
        prices: [390, 480, 46],
        weeks: 7,
        approach:
          'Our own workshop blasts the railings and has them galvanized in lots of eight, so that few balconies are closed at a time.',
        wins: 'Few balconies are closed at a time, which the residents asked for.',
      },
    ],
  },
  {
    owner: 'user',
    title: 'Kitchen of a detached house, Espoo',
    description:
      'A kitchen of 14 m²: the old one is removed, floor and walls are made good, and cabinets, worktops and appliances are mounted. The appliances are there already.',
    category: 'kitchen',
    location: 'Espoo',
    budget: 18_000,
    postedDaysAgo: 146,
    deadlineInDays: -124,
    start: -95,
    end: -70,
    vat: { treatment: 'standard', isDeducted: false },
    lines: [
      ['Demolition and waste', 14, 'm²'],
      ['Floor and walls made good', 46, 'm²'],
      ['Cabinets and worktops, mounted', 1, 'pcs'],
    ],
    bids: [
      {
        by: 'provider',
        daysAgo: 128,
        prices: [65, 88, 9400],
        weeks: 3,
        approach: 'Two carpenters for three weeks. The worktops are measured once the walls are straight.',
        wins: 'Measured once the walls are straight, with two carpenters and a fixed time.',
      },
    ],
  },
]
