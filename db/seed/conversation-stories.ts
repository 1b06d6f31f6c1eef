import type { GroupType, PresenceStatus } from '#db/vocabulary/chat.ts'
import type { People } from './people.ts'
import type { When } from './when.ts'

export type DemoPerson = Exclude<keyof People, 'admin' | 'root'>

/** A message; those of a conversation are in the order of time. */
export type DemoLine = {
  by: DemoPerson
  at: When
  text: string
  /** A name by which later lines reply to this one. */
  as?: string
  answers?: string
  /** The original text, if the author edited it. */
  first?: string
  unsent?: boolean
  pinnedBy?: DemoPerson
  reactions?: Partial<Record<DemoPerson, string>>
}

type DemoMessages = {
  lines: DemoLine[]
  /** Who has not read everything yet, and how many lines are unread. */
  unread?: Partial<Record<DemoPerson, number>>
}

export type DemoGroup = DemoMessages & {
  name: string
  description: string
  template: GroupType
  privacy: 'public' | 'private' | 'invite-only'
  tags: string[]
  by: DemoPerson
  at: When
  members: DemoPerson[]
  joins?: DemoPerson[]
  asks?: { by: DemoPerson; at: When }
  /** A message that awaits approval in a moderated group. */
  pending?: { by: DemoPerson; at: When; text: string }
}

export const demoGroups: DemoGroup[] = [
  {
    name: 'Porvoonkatu 9: site',
    description: 'Day-to-day matters of the bathroom renovation: access, water cuts, deliveries.',
    template: 'project',
    privacy: 'private',
    tags: ['bathrooms', 'Helsinki'],
    by: 'provider',
    at: '6d 08:02',
    members: ['client', 'member', 'electricians'],
    lines: [
      {
        by: 'provider',
        at: '6d 08:05',
        text: 'Good morning! Everything about the site goes here from now on, so that nothing is lost in email.',
        reactions: { client: '👍', member: '👍' },
      },
      {
        by: 'member',
        at: '6d 08:21',
        as: 'water',
        text: '*Water cuts* this week: staircase A on Tuesday 9–14, staircase B on Thursday 9–14. Notices are on the doors.',
        first:
          'Water cuts this week: staircase A on Tuesday 9–14, staircase B on Friday 9–14. Notices are on the doors.',
        pinnedBy: 'provider',
        reactions: { client: '🙏', electricians: '👍' },
      },
      {
        by: 'client',
        at: '6d 08:40',
        answers: 'water',
        text: 'Thank you. The tenant of A 12 works nights, could you ring her bell last?',
      },
      { by: 'member', at: '6d 08:44', text: 'Of course, we start from A 1 then.' },
      {
        by: 'electricians',
        at: '5d 10:15',
        text: 'We need flats A 4 and A 5 open on Wednesday for the floor heating cables. Who has the keys?',
        as: 'keys',
      },
      {
        by: 'member',
        at: '5d 10:18',
        answers: 'keys',
        text: 'They are in the key box of the site hut. The code is in your work order.',
        reactions: { electricians: '✅' },
      },
      { by: 'electricians', at: '5d 10:19', text: 'wrong chat, sorry', unsent: true },
      {
        by: 'provider',
        at: '4d 15:32',
        text: 'Moisture readings of staircase A are in: all floors below 85 % RH, so the waterproofing can begin on Monday.',
        as: 'moisture',
        reactions: { client: '🎉', member: '👏', electricians: '🎉' },
      },
      {
        by: 'client',
        at: '4d 16:05',
        answers: 'moisture',
        text: 'Excellent news. Can you send me the report for the housing company’s board?',
      },
      { by: 'provider', at: '4d 16:11', text: 'It comes with the milestone on Friday, signed by the inspector.' },
      {
        by: 'member',
        at: '2d 07:48',
        text: 'The tiles arrived, 14 pallets. The pavement is free again before noon, I promise.',
      },
      {
        by: 'electricians',
        at: '2d 13:02',
        text: 'Cables of A 1–A 8 are _measured and documented_. Insulation resistance is fine everywhere.',
      },
      {
        by: 'client',
        at: '1d 09:26',
        text: 'A resident asks whether the sauna can be used at the weekend. What shall I tell her?',
        as: 'sauna',
      },
      {
        by: 'member',
        at: '1d 09:41',
        answers: 'sauna',
        text: 'Yes, from Saturday noon. The hot water of staircase B is back by then.',
        reactions: { client: '❤️' },
      },
      {
        by: 'member',
        at: '52m',
        text: '@Aino Lehtonen the tile samples for the stairwell are in the site hut. Could you choose by Thursday?',
      },
    ],
    unread: { client: 1, electricians: 2 },
  },
  {
    name: 'Builders of Southern Finland',
    description: 'Questions, tips and spare hands between companies. Everybody is welcome.',
    template: 'social',
    privacy: 'public',
    tags: ['community', 'tips'],
    by: 'bathrooms',
    at: '24d 11:20',
    members: ['user'],
    joins: ['roofers', 'electricians'],
    lines: [
      {
        by: 'bathrooms',
        at: '23d 09:10',
        text: 'Welcome! Who you are, what you build, and what you could use a hand with.',
      },
      {
        by: 'roofers',
        at: '23d 12:44',
        text: 'Jari from Tampere, roofs of all kinds. We have a crane truck that stands still on Fridays.',
        reactions: { bathrooms: '👏', electricians: '👀' },
      },
      {
        by: 'electricians',
        at: '11d 14:30',
        text: 'Does anybody know a supplier of 25 mm cable ducts with less than six weeks of delivery?',
        as: 'ducts',
      },
      {
        by: 'bathrooms',
        at: '11d 15:02',
        answers: 'ducts',
        text: 'Try the wholesaler in Lahti, they had plenty last week.',
        reactions: { electricians: '🙏' },
      },
      {
        by: 'roofers',
        at: '3d 18:15',
        text: 'First snow on the roofs here. Mind the harnesses, everybody.',
        reactions: { user: '👍', bathrooms: '👍' },
      },
    ],
  },
  {
    name: 'Property owners’ round',
    description: 'Those who have things built talk about contracts, prices and schedules among themselves.',
    template: 'department',
    privacy: 'invite-only',
    tags: ['owners'],
    by: 'client',
    at: '18d 13:00',
    members: ['roofers'],
    asks: { by: 'user', at: '1d 17:35' },
    lines: [
      {
        by: 'client',
        at: '18d 13:04',
        text: 'This round is for owners and those who answer for upkeep. What is said here stays here.',
        pinnedBy: 'client',
      },
      {
        by: 'roofers',
        at: '17d 08:50',
        text: 'We own our hall, so I count. How long do you plan ahead for roofs?',
        as: 'ahead',
      },
      {
        by: 'client',
        at: '17d 09:31',
        answers: 'ahead',
        text: 'Ten years, with a check every spring. It has paid for itself twice.',
        reactions: { roofers: '💯' },
      },
    ],
  },
  {
    name: 'Safety at work',
    description: 'Notices and findings of all sites. Messages are checked before everybody reads them.',
    template: 'team',
    privacy: 'private',
    tags: ['safety'],
    by: 'provider',
    at: '15d 07:30',
    members: ['member', 'electricians'],
    lines: [
      {
        by: 'provider',
        at: '15d 07:34',
        text: 'Reminder: helmets and high-visibility clothing on every site, visitors too.',
        reactions: { member: '✅', electricians: '✅' },
      },
      {
        by: 'provider',
        at: '4d 07:31',
        text: 'The weekly round found two blocked escape routes at Porvoonkatu. Both were cleared the same day.',
      },
    ],
    pending: {
      by: 'member',
      at: '3m',
      text: 'Near miss today: a loose plank on the scaffold of staircase B, second level. It is fixed; please check yours.',
    },
  },
]

export type DemoConversation = DemoMessages & { between: [DemoPerson, DemoPerson] }

export const demoConversations: DemoConversation[] = [
  {
    between: ['client', 'provider'],
    lines: [
      {
        by: 'client',
        at: '9d 10:02',
        text: 'Do you have half an hour this week to go through the schedule of the spring?',
      },
      { by: 'provider', at: '9d 10:20', text: 'Thursday at two? I can come to Vaasankatu.' },
      { by: 'client', at: '9d 10:22', text: 'Perfect, coffee is on us.', reactions: { provider: '👍' } },
      {
        by: 'provider',
        at: '1d 16:48',
        text: 'Thank you for the release of the second milestone. The invoice is on its way.',
      },
      { by: 'client', at: '95m', text: 'Got it. One question about the retention: is it in the same invoice?' },
    ],
    unread: { provider: 1 },
  },
  {
    between: ['provider', 'member'],
    lines: [
      { by: 'provider', at: '3d 06:55', text: 'Could you take the site meeting at nine? I am held up in Tuusula.' },
      { by: 'member', at: '3d 07:01', text: 'Sure. I send you the minutes afterwards.', reactions: { provider: '🙏' } },
      {
        by: 'member',
        at: '3d 11:12',
        text: 'Minutes: 1) tiles on time, 2) one painter ill until Friday, 3) `B 7` needs a new threshold.',
      },
      { by: 'provider', at: '2d 08:15', text: 'Thanks! Order the threshold, we have a spare painter in Kivistö.' },
    ],
  },
  {
    between: ['user', 'bathrooms'],
    lines: [
      {
        by: 'bathrooms',
        at: '7d 12:10',
        text: 'Hello Oona! The contract for the sauna is with you. Ask me anything before you sign.',
      },
      { by: 'user', at: '7d 17:40', text: 'Thank you! How long can the washroom not be used?' },
      {
        by: 'bathrooms',
        at: '6d 08:05',
        text: 'About three weeks. We can set up a shower in the utility room meanwhile.',
      },
      { by: 'user', at: '20m', text: 'That would be wonderful, yes please.' },
    ],
    unread: { bathrooms: 1 },
  },
]

/** The conversation of this project's contract, and the provider's team conversation. */
export const contractConversation: DemoMessages & { project: string } = {
  project: 'Bathroom renovation',
  lines: [
    {
      by: 'client',
      at: '20d 09:00',
      text: 'Let us keep what concerns the contract here: milestones, invoices, changes.',
    },
    { by: 'provider', at: '20d 09:14', text: 'Agreed. Staircase B follows as soon as A has been approved.' },
    {
      by: 'client',
      at: '8d 14:20',
      text: 'The board would like the radiators of the bathrooms changed, too. Can you price it as an extra?',
      as: 'extra',
    },
    {
      by: 'provider',
      at: '7d 11:05',
      answers: 'extra',
      text: 'You get the price per flat tomorrow: towel radiators, connected to the domestic hot water.',
      reactions: { client: '👍' },
    },
  ],
}
export const teamConversation: DemoMessages = {
  lines: [
    { by: 'provider', at: '12d 07:45', text: 'Monday’s briefing moves to 7:30, in the canteen.' },
    { by: 'member', at: '12d 07:52', text: 'Noted, I tell the crew at Porvoonkatu.', reactions: { provider: '👍' } },
  ],
}

export const demoStatuses: Partial<Record<DemoPerson, { status: PresenceStatus | 'auto'; text: string }>> = {
  provider: { status: 'auto', text: 'At Porvoonkatu until three' },
  member: { status: 'busy', text: 'On site, call if it burns' },
  roofers: { status: 'away', text: 'On a roof' },
}
