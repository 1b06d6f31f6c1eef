CREATE TABLE `clause_comments` (
	`id` text PRIMARY KEY NOT NULL,
	`contract_id` text NOT NULL,
	`party` text NOT NULL,
	`author_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	`status` text,
	`heading` text NOT NULL,
	`clause` text NOT NULL,
	`comment` text NOT NULL,
	`wording` text,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "clause_comments_proposal" CHECK(("clause_comments"."status" is null) = ("clause_comments"."wording" is null))
) STRICT;
--> statement-breakpoint
CREATE INDEX `clause_comments_contract` ON `clause_comments` (`contract_id`,`id`);--> statement-breakpoint
CREATE TABLE `contract_negotiations` (
	`contract_id` text PRIMARY KEY NOT NULL,
	`opened_by` text NOT NULL,
	`opened_at` integer NOT NULL,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`opened_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `payment_terms_proposals` (
	`id` text PRIMARY KEY NOT NULL,
	`contract_id` text NOT NULL,
	`party` text NOT NULL,
	`author_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	`status` text NOT NULL,
	`payment_days` integer NOT NULL,
	`late_interest_bp` integer,
	`conditions` text NOT NULL,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `payment_terms_proposals_contract` ON `payment_terms_proposals` (`contract_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_terms_proposals_open` ON `payment_terms_proposals` (`contract_id`) WHERE "payment_terms_proposals"."status" = 'open';
--> statement-breakpoint
-- What was proposed or said stays, and what was answered stays answered.
CREATE TRIGGER payment_terms_proposals_frozen BEFORE UPDATE ON payment_terms_proposals
WHEN OLD.status <> 'open' OR NEW.status = 'open' OR NEW.decided_at IS NULL OR NEW.decided_by IS NULL
  OR NEW.id IS NOT OLD.id OR NEW.contract_id IS NOT OLD.contract_id OR NEW.party IS NOT OLD.party
  OR NEW.author_id IS NOT OLD.author_id OR NEW.created_at IS NOT OLD.created_at OR NEW.payment_days IS NOT OLD.payment_days
  OR NEW.late_interest_bp IS NOT OLD.late_interest_bp OR NEW.conditions IS NOT OLD.conditions
BEGIN SELECT RAISE(ABORT, 'payment terms: a proposal is answered once'); END;
--> statement-breakpoint
-- The text of a sent contract names the terms that were accepted before.
CREATE TRIGGER payment_terms_proposals_sent BEFORE UPDATE ON payment_terms_proposals
WHEN (SELECT status FROM contracts WHERE id = OLD.contract_id) <> 'draft'
BEGIN SELECT RAISE(ABORT, 'payment terms: the contract is sent'); END;
--> statement-breakpoint
CREATE TRIGGER payment_terms_proposals_begin BEFORE INSERT ON payment_terms_proposals
WHEN NEW.status <> 'open' OR (SELECT status FROM contracts WHERE id = NEW.contract_id) <> 'draft'
  OR EXISTS (SELECT 1 FROM payment_terms_proposals WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'payment terms: a proposal is made on a draft'); END;
--> statement-breakpoint
CREATE TRIGGER payment_terms_proposals_permanent BEFORE DELETE ON payment_terms_proposals
BEGIN SELECT RAISE(ABORT, 'payment terms: a proposal is permanent'); END;
--> statement-breakpoint
CREATE TRIGGER clause_comments_frozen BEFORE UPDATE ON clause_comments
WHEN OLD.status IS NOT 'open' OR NEW.status IS NULL OR NEW.status = 'open' OR NEW.decided_at IS NULL OR NEW.decided_by IS NULL
  OR NEW.id IS NOT OLD.id OR NEW.contract_id IS NOT OLD.contract_id OR NEW.party IS NOT OLD.party
  OR NEW.author_id IS NOT OLD.author_id OR NEW.created_at IS NOT OLD.created_at OR NEW.heading IS NOT OLD.heading
  OR NEW.clause IS NOT OLD.clause OR NEW.comment IS NOT OLD.comment OR NEW.wording IS NOT OLD.wording
BEGIN SELECT RAISE(ABORT, 'clause comment: a proposal is answered once'); END;
--> statement-breakpoint
CREATE TRIGGER clause_comments_permanent BEFORE DELETE ON clause_comments
BEGIN SELECT RAISE(ABORT, 'clause comment: it is permanent'); END;
