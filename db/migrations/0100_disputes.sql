CREATE TABLE `dispute_decisions` (
	`id` text PRIMARY KEY NOT NULL,
	`contract_id` text NOT NULL,
	`milestone_id` text,
	`kind` text NOT NULL,
	`client_cents` integer NOT NULL,
	`provider_cents` integer NOT NULL,
	`reasons` text NOT NULL,
	`offer_id` text,
	`decided_by` text NOT NULL,
	`decided_by_name` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`milestone_id`) REFERENCES `contract_milestones`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`offer_id`) REFERENCES `dispute_offers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `dispute_decisions_milestone` ON `dispute_decisions` (`milestone_id`) WHERE "dispute_decisions"."milestone_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `dispute_decisions_retention` ON `dispute_decisions` (`contract_id`) WHERE "dispute_decisions"."milestone_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX `dispute_decisions_offer` ON `dispute_decisions` (`offer_id`) WHERE "dispute_decisions"."offer_id" is not null;--> statement-breakpoint
CREATE TABLE `dispute_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`contract_id` text NOT NULL,
	`milestone_id` text,
	`kind` text NOT NULL,
	`party` text NOT NULL,
	`text` text NOT NULL,
	`asked` text,
	`answer_by` text,
	`author_id` text NOT NULL,
	`author_name` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`milestone_id`) REFERENCES `contract_milestones`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `dispute_entries_subject` ON `dispute_entries` (`contract_id`,`milestone_id`,`id`);--> statement-breakpoint
CREATE TABLE `dispute_offers` (
	`id` text PRIMARY KEY NOT NULL,
	`contract_id` text NOT NULL,
	`milestone_id` text,
	`party` text NOT NULL,
	`client_cents` integer NOT NULL,
	`provider_cents` integer NOT NULL,
	`note` text NOT NULL,
	`expires_on` text NOT NULL,
	`status` text NOT NULL,
	`made_by` text NOT NULL,
	`made_by_name` text NOT NULL,
	`made_at` integer NOT NULL,
	`decided_by` text,
	`decided_by_name` text,
	`decided_at` integer,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`milestone_id`) REFERENCES `contract_milestones`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`made_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `dispute_offers_subject` ON `dispute_offers` (`contract_id`,`milestone_id`,`id`);
--> statement-breakpoint
-- What is said, offered and decided in a dispute stays as it was written (ESC-22).
CREATE TRIGGER dispute_entries_immutable BEFORE UPDATE ON dispute_entries
BEGIN SELECT RAISE(ABORT, 'dispute: rows are immutable'); END;
--> statement-breakpoint
CREATE TRIGGER dispute_entries_permanent BEFORE DELETE ON dispute_entries
BEGIN SELECT RAISE(ABORT, 'dispute: rows are immutable'); END;
--> statement-breakpoint
CREATE TRIGGER dispute_offers_made BEFORE INSERT ON dispute_offers
WHEN NEW.status <> 'open' OR NEW.decided_by IS NOT NULL OR NEW.decided_at IS NOT NULL OR NEW.party = 'admin'
  OR NEW.client_cents < 0 OR NEW.provider_cents < 0 OR NEW.client_cents + NEW.provider_cents <= 0
BEGIN SELECT RAISE(ABORT, 'dispute: an offer is open first'); END;
--> statement-breakpoint
-- One answer, and never one's own acceptance.
CREATE TRIGGER dispute_offers_immutable BEFORE UPDATE ON dispute_offers
WHEN OLD.status <> 'open' OR NEW.status = 'open' OR NEW.decided_by IS NULL OR NEW.decided_by_name IS NULL OR NEW.decided_at IS NULL
  OR (NEW.status = 'accepted' AND NEW.decided_by = OLD.made_by)
  OR NEW.id IS NOT OLD.id OR NEW.contract_id IS NOT OLD.contract_id OR NEW.milestone_id IS NOT OLD.milestone_id OR NEW.party IS NOT OLD.party
  OR NEW.client_cents IS NOT OLD.client_cents OR NEW.provider_cents IS NOT OLD.provider_cents OR NEW.note IS NOT OLD.note
  OR NEW.expires_on IS NOT OLD.expires_on OR NEW.made_by IS NOT OLD.made_by OR NEW.made_by_name IS NOT OLD.made_by_name OR NEW.made_at IS NOT OLD.made_at
BEGIN SELECT RAISE(ABORT, 'dispute: an offer is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER dispute_offers_permanent BEFORE DELETE ON dispute_offers
BEGIN SELECT RAISE(ABORT, 'dispute: rows are immutable'); END;
--> statement-breakpoint
-- An agreed decision is the offer that was accepted, to the cent.
CREATE TRIGGER dispute_decisions_made BEFORE INSERT ON dispute_decisions
WHEN (NEW.kind = 'agreed') IS NOT (NEW.offer_id IS NOT NULL) OR NEW.client_cents < 0 OR NEW.provider_cents < 0
  OR (NEW.offer_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM dispute_offers o WHERE o.id = NEW.offer_id AND o.status = 'accepted'
    AND o.contract_id = NEW.contract_id AND o.milestone_id IS NEW.milestone_id AND o.decided_by = NEW.decided_by
    AND o.client_cents = NEW.client_cents AND o.provider_cents = NEW.provider_cents))
  OR (NEW.milestone_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM contract_milestones m WHERE m.id = NEW.milestone_id AND m.contract_id = NEW.contract_id))
BEGIN SELECT RAISE(ABORT, 'dispute: it is not what was agreed'); END;
--> statement-breakpoint
CREATE TRIGGER dispute_decisions_immutable BEFORE UPDATE ON dispute_decisions
BEGIN SELECT RAISE(ABORT, 'dispute: rows are immutable'); END;
--> statement-breakpoint
CREATE TRIGGER dispute_decisions_permanent BEFORE DELETE ON dispute_decisions
BEGIN SELECT RAISE(ABORT, 'dispute: rows are immutable'); END;
