CREATE TABLE `approvals` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`act` text NOT NULL,
	`subject_id` text NOT NULL,
	`title` text NOT NULL,
	`path` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`digest` text NOT NULL,
	`details` text NOT NULL,
	`asked_by` text NOT NULL,
	`asked_at` integer NOT NULL,
	`ip` text,
	`user_agent` text,
	`expires_at` integer NOT NULL,
	`status` text NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	`reason` text,
	`void_ground` text,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`asked_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "approvals_amount" CHECK("approvals"."amount_cents" >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `approvals_pending` ON `approvals` (`company_id`,`act`,`subject_id`) WHERE "approvals"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `approvals_company` ON `approvals` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `approvals_open` ON `approvals` (`id`) WHERE "approvals"."status" = 'pending';--> statement-breakpoint
DROP INDEX `contract_signatures_party`;--> statement-breakpoint
ALTER TABLE `contract_signatures` ADD `ordinal` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `contract_signatures_party` ON `contract_signatures` (`contract_id`,`party`,`ordinal`);
--> statement-breakpoint
DROP TRIGGER contract_signatures_not_replaced;
--> statement-breakpoint
CREATE TRIGGER contract_signatures_not_replaced BEFORE INSERT ON contract_signatures
WHEN EXISTS (
  SELECT 1 FROM contract_signatures
  WHERE id = NEW.id OR (contract_id = NEW.contract_id AND party = NEW.party AND ordinal = NEW.ordinal))
BEGIN SELECT RAISE(ABORT, 'contract: a signature is immutable'); END;
--> statement-breakpoint
-- A party signs with one person or with two different ones, the first of them first.
CREATE TRIGGER contract_signatures_second BEFORE INSERT ON contract_signatures
WHEN NEW.ordinal NOT IN (1, 2) OR (NEW.ordinal = 2 AND NOT EXISTS (
  SELECT 1 FROM contract_signatures
  WHERE contract_id = NEW.contract_id AND party = NEW.party AND ordinal = 1
    AND company_id = NEW.company_id AND user_id <> NEW.user_id))
BEGIN SELECT RAISE(ABORT, 'contract: the second signature is of another person of the party'); END;
--> statement-breakpoint
-- What was asked stays as it was asked; it is decided once, and never by whoever asked unless they withdraw it.
CREATE TRIGGER approvals_immutable BEFORE UPDATE ON approvals
WHEN OLD.status <> 'pending' OR NEW.status = 'pending'
  OR NEW.id IS NOT OLD.id OR NEW.company_id IS NOT OLD.company_id OR NEW.act IS NOT OLD.act
  OR NEW.subject_id IS NOT OLD.subject_id OR NEW.title IS NOT OLD.title OR NEW.path IS NOT OLD.path
  OR NEW.amount_cents IS NOT OLD.amount_cents OR NEW.currency IS NOT OLD.currency OR NEW.digest IS NOT OLD.digest
  OR NEW.details IS NOT OLD.details OR NEW.asked_by IS NOT OLD.asked_by OR NEW.asked_at IS NOT OLD.asked_at
  OR NEW.ip IS NOT OLD.ip OR NEW.user_agent IS NOT OLD.user_agent OR NEW.expires_at IS NOT OLD.expires_at
BEGIN SELECT RAISE(ABORT, 'approval: a request is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER approvals_decided_by BEFORE UPDATE ON approvals
WHEN NEW.status IN ('approved', 'refused') AND (NEW.decided_by IS NULL OR NEW.decided_by = OLD.asked_by)
BEGIN SELECT RAISE(ABORT, 'approval: nobody decides their own request'); END;
--> statement-breakpoint
CREATE TRIGGER approvals_begin BEFORE INSERT ON approvals
WHEN NEW.status <> 'pending' OR NEW.decided_by IS NOT NULL OR EXISTS (
  SELECT 1 FROM approvals WHERE id = NEW.id OR (status = 'pending' AND company_id = NEW.company_id
    AND act = NEW.act AND subject_id = NEW.subject_id))
BEGIN SELECT RAISE(ABORT, 'approval: a request is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER approvals_permanent BEFORE DELETE ON approvals
BEGIN SELECT RAISE(ABORT, 'approval: a request is immutable'); END;
