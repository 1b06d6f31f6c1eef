import type { DemoProject } from './project-story.ts'

/** Current projects, oldest first. */
export const recentProjects: DemoProject[] = [
  {
    owner: 'client',
    title: 'Kitchen of a day-care centre, Sturenkatu 40',
    description:
      'A kitchen for 120 portions a day: demolition, floor with drains, ventilation hoods, stainless furniture and connection of the machines that we deliver. The centre is closed for seven weeks in the summer, and the kitchen has to be ready when it opens.',
    category: 'kitchen',
    location: 'Helsinki',
    budget: 128_000,
    postedDaysAgo: 18,
    deadlineInDays: 6,
    start: 50,
    end: 100,
    lines: [
      ['Demolition and waste', 64, 'm²'],
      ['Floor of epoxy with drains', 64, 'm²'],
      ['Ventilation hoods and ducts', 3, 'pcs'],
      ['Stainless furniture, to measure', 18, 'm'],
      ['Connection of delivered machines', 11, 'pcs'],
    ],
    bids: [
      {
        by: 'provider',
        daysAgo: 10,
        prices: [84, 156, 6900, 890, 640],
        weeks: 6,
        approach:
          'Six weeks with two shifts in the last one. The hoods are ordered on the day of signing: they are what takes longest.',
      },
      {
        by: 'bathrooms',
        daysAgo: 8,
        prices: [92, 149, 7200, 940, 590],
        weeks: 7,
        approach: 'The floor is our strength: seamless epoxy, coved to the walls, with a guarantee of ten years.',
        revises: [92, 149, 7200, 940, 590, 310],
      },
      {
        by: 'electricians',
        daysAgo: 6,
        prices: [99, 171, 6400, 980, 520],
        weeks: 7,
        approach: 'Machines and ventilation are connected by our own people, the floor by a partner.',
        withdraws: true,
      },
    ],
    visits: [
      {
        ...{ inDays: -8, place: 'Sturenkatu 40, Helsinki', people: 12, comes: ['bathrooms'] },
        meetingPoint:
          'At the delivery door in the yard. Ask for the caretaker, and bring safety shoes and a tax number.',
        minutes:
          'The kitchen, the cellar below it and the roof with the ducts were shown. Asked about the delivery of machines: through the yard, which is free from seven to nine. Asked about asbestos: the survey found none.',
      },
      {
        ...{ inDays: 3, place: 'Sturenkatu 40, Helsinki', people: 6, comes: ['provider'] },
        meetingPoint:
          'At the delivery door in the yard. Ask for the caretaker, and bring safety shoes and a tax number.',
      },
    ],
    documents: [
      {
        name: 'Specification.txt',
        text: 'Specification\n\n1 Floor: seamless epoxy, 4 mm, coved 100 mm to the walls, slip resistance R12.\n2 Drains: stainless, DN 110, with grease trap.\n3 Hoods: 2 400 × 1 200 mm, with lighting and grease filters.\n',
        replaced: {
          daysAgo: 13,
          summary: 'The specification named the wrong slip resistance: the floor of a kitchen has to have R13.',
          text: 'Specification\n\n1 Floor: seamless epoxy, 4 mm, coved 100 mm to the walls, slip resistance R13.\n2 Drains: stainless, DN 110, with grease trap.\n3 Hoods: 2 400 × 1 200 mm, with lighting and grease filters.\n',
        },
      },
      {
        name: 'Delivered machines.txt',
        text: 'Machines that the client delivers\n\n2 combi steamers, 2 kettles of 100 l, 1 dishwasher, 3 refrigerators, 2 freezers, 1 blast chiller.\n',
      },
    ],
    questions: [
      {
        by: 'bathrooms',
        daysAgo: 12,
        text: 'We measured the floor on Monday and found a slope of 2 % towards the door. Is it to be levelled?',
        worded: 'The floor slopes towards the door. Is it to be levelled?',
        answer: 'Yes, to 1 % towards the drains. Please include it in the price of the floor.',
      },
      {
        by: 'electricians',
        daysAgo: 1,
        text: 'Is the main switchboard large enough for the combi steamers, or is a new feeder part of the work?',
      },
    ],
    addendum: {
      daysAgo: 4,
      summary:
        'The fire inspector asks for a fire damper in each duct. Please price it as a line of its own; everything else stays as it was.',
      addedLine: ['Fire dampers, installed and tested', 3, 'pcs'],
    },
  },
  {
    owner: 'provider',
    title: 'Painting of 60 flats, Kivistö',
    description:
      'A new building of 60 flats, handed over floor by floor from the top. Walls in three shades, ceilings white, wet rooms are not included. Scaffolding and heating are on site.',
    category: 'painting',
    location: 'Vantaa',
    budget: 210_000,
    postedDaysAgo: 12,
    deadlineInDays: 9,
    start: 35,
    end: 150,
    vat: { treatment: 'reverse_charge' },
    mayCloseEarly: true,
    standstillDays: 14,
    variantTerms:
      'Paints have the M1 label. Say which lines the alternate replaces, how long it lasts and when it has to be painted again.',
    lines: [
      ['Levelling and sanding of walls', 9800, 'm²'],
      ['Painting of walls, two coats', 9800, 'm²'],
      ['Painting of ceilings', 3650, 'm²'],
    ],
    bids: [
      {
        by: 'bathrooms',
        daysAgo: 3,
        prices: [6.2475, 7.9, 8.4],
        weeks: 18,
        approach: 'Six painters, two floors at a time.',
      },
    ],
  },
  {
    owner: 'client',
    title: 'Access control and alarms of a data room, Vallila',
    description:
      'The data room of one of our office houses gets access control, an intruder alarm and cameras. Drawings of the security systems are confidential, so the project is by invitation only.',
    category: 'electrical',
    location: 'Helsinki',
    budget: 38_000,
    postedDaysAgo: 5,
    deadlineInDays: 13,
    start: 30,
    end: 55,
    invitedOnly: true,
    invites: {
      firms: ['electricians', 'provider', 'roofers'],
      note: 'You have worked in our houses before. The rooms are behind two locked doors: please name your people in advance.',
      declined: { by: 'roofers', reason: 'We no longer do electrical work.' },
    },
    lines: [
      ['Door readers with locks and cabling', 6, 'pcs'],
      ['Intruder alarm, centre and detectors', 1, 'pcs'],
      ['Cameras, inside', 4, 'pcs'],
    ],
    bids: [],
  },
  {
    owner: 'electricians',
    title: 'New roof on a workshop with solar panels',
    description:
      'Our workshop of 1979 gets a new bitumen roof of 860 m² that carries solar panels of 95 kWp. We install the panels ourselves: the roof has to be ready for their fastening, and its guarantee must hold with them.',
    category: 'roofing',
    location: 'Turku',
    budget: 74_000,
    postedDaysAgo: 9,
    deadlineInDays: 2,
    start: 25,
    end: 60,
    lines: [
      ['Bitumen roof, two layers, with insulation', 860, 'm²'],
      ['Fastening points for panels, sealed', 420, 'pcs'],
      ['Roof drains, renewed', 8, 'pcs'],
    ],
    bids: [
      {
        by: 'roofers',
        daysAgo: 4,
        prices: [52, 24, 480],
        weeks: 5,
        approach:
          'Torch-free installation because of the workshop below. The fastening points are of the maker that your panels name.',
      },
    ],
  },
  {
    owner: 'user',
    title: 'Extension of a detached house, 28 m²',
    description:
      'A living room with a large window towards the sea, on pile foundations because of the clay. Drawings and the building permit are ready; a supervisor is named.',
    category: 'new_construction',
    location: 'Espoo',
    budget: 82_000,
    postedDaysAgo: 6,
    deadlineInDays: 15,
    start: 60,
    end: 180,
    vat: { treatment: 'standard', isDeducted: false },
    lines: [
      ['Pile foundation and floor slab', 28, 'm²'],
      ['Frame, walls and roof', 28, 'm²'],
      ['Windows and doors, installed', 5, 'pcs'],
      ['Interior work', 28, 'm²'],
      ['Electrical and heating work', 1, 'pcs'],
    ],
    bids: [
      {
        by: 'provider',
        daysAgo: 2,
        prices: [690, 1180, 1450, 520, 7800],
        weeks: 16,
        approach: 'A first sketch of our bid: the piling company has yet to answer.',
        unsent: true,
      },
    ],
  },
  {
    owner: 'client',
    title: 'Energy renovation of a school, Oulunkylä',
    description:
      'Windows, doors and heat recovery for a school of 5 600 m² built in 1971. The work is done in two summers. Bidders price each line for the whole; quantities are from our own measurement and can be checked on site in the first week of the bidding.',
    category: 'renovation',
    location: 'Helsinki',
    budget: 1_450_000,
    postedDaysAgo: 4,
    isPublic: true,
    deadlineInDays: 24,
    start: 190,
    end: 620,
    criteria: {
      ratio: {
        ...{ priceWeightBp: 6000, maxPoints: 10, priceFormula: 'lowest', ceilingCents: null },
        criteria: [
          {
            name: 'Plan for the summers',
            description:
              'What is done in which weeks of the two summers, with what crew, and what happens if a delivery is late. Ten points: every week has its work and a way out; none: a bar chart alone.',
            weightBp: 2500,
          },
          {
            name: 'Experience of the site manager',
            description:
              'Schools or similar buildings renovated as the responsible manager: two points each, up to five.',
            weightBp: 1500,
          },
        ],
      },
      requirements: [
        'A liability insurance of two million euros is in force during the work.',
        'The site manager speaks Finnish.',
      ],
    },
    lines: [
      ['Windows, triple glazed, installed', 412, 'pcs'],
      ['Outer doors, installed', 26, 'pcs'],
      ['Ventilation units with heat recovery', 7, 'pcs'],
      ['Ducts and dampers', 1900, 'm'],
      ['Automation and commissioning', 1, 'pcs'],
    ],
    bids: [],
  },
  {
    owner: 'bathrooms',
    title: 'Charging points for 40 parking places',
    description:
      'Our housing company’s car park gets charging for 40 places with load balancing, and a reserve for 80 more. Cabling in existing trays, concrete drilling included.',
    category: 'electrical',
    location: 'Lahti',
    budget: 68_000,
    postedDaysAgo: 2,
    isPublic: true,
    deadlineInDays: 19,
    start: 40,
    end: 75,
    lines: [
      ['Charging points 11 kW, installed', 40, 'pcs'],
      ['Main cable and distribution board', 1, 'pcs'],
      ['Load balancing, commissioned', 1, 'pcs'],
    ],
    bids: [],
  },
  {
    owner: 'client',
    title: 'Lift for a house of six floors, Helsinginkatu 3',
    description:
      'A new lift into the stairwell, which is cut narrower for it. The permit is pending; the project is published when it is granted.',
    category: 'new_construction',
    location: 'Helsinki',
    budget: 240_000,
    postedDaysAgo: 1,
    deadlineInDays: 40,
    start: 120,
    end: 260,
    lines: [
      ['Cutting and supporting the stairs', 6, 'pcs'],
      ['Lift with shaft, delivered and installed', 1, 'pcs'],
      ['Electrical work', 1, 'pcs'],
    ],
    bids: [],
    draft: true,
  },
  {
    owner: 'provider',
    title: 'Site huts and fencing for spring sites',
    description: 'Rent, delivery and removal of site huts and fencing for three sites in Vantaa and Tuusula.',
    category: 'other',
    location: 'Vantaa',
    budget: null,
    postedDaysAgo: 1,
    deadlineInDays: 30,
    start: 100,
    end: 300,
    lines: [
      ['Site hut for eight, per month', 18, 'pcs'],
      ['Fence, per month', 5400, 'm'],
    ],
    bids: [],
    draft: true,
  },
  {
    owner: 'provider',
    title: 'Occupational health care for 40 site workers',
    description:
      'Examinations on hiring and every three years, and visits to our sites twice a year. The report of each visit goes to the safety representative.',
    category: 'other',
    location: 'Vantaa',
    budget: 21_000,
    postedDaysAgo: 1,
    deadlineInDays: 25,
    start: 45,
    end: 400,
    vat: { treatment: 'exempt', ground: 'Health care, Finnish VAT Act (AVL), section 34' },
    lines: [
      ['Examination on hiring', 40, 'pcs'],
      ['Visit to a site with a report', 8, 'pcs'],
    ],
    bids: [],
    draft: true,
  },
]
