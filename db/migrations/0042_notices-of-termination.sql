CREATE TABLE `contract_terminations` (
	`id` text PRIMARY KEY NOT NULL,
	`contract_id` text NOT NULL,
	`claimant` text NOT NULL,
	`ground` text NOT NULL,
	`facts` text NOT NULL,
	`remedy_until` integer NOT NULL,
	`status` text NOT NULL,
	`answer` text,
	`claimed_by` text NOT NULL,
	`claimed_at` integer NOT NULL,
	`reminded_at` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`claimed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `contract_terminations_contract` ON `contract_terminations` (`contract_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `contract_terminations_standing` ON `contract_terminations` (`contract_id`) WHERE "contract_terminations"."status" not in ('withdrawn','refused');--> statement-breakpoint
CREATE INDEX `contract_terminations_due` ON `contract_terminations` (`remedy_until`) WHERE "contract_terminations"."status" in ('claimed','remedied','contested') and "contract_terminations"."reminded_at" is null;
--> statement-breakpoint
-- What was claimed, by whom and when, is evidence: only the state, the answer and the reminder change.
CREATE TRIGGER contract_terminations_immutable BEFORE UPDATE ON contract_terminations
WHEN NEW.id IS NOT OLD.id OR NEW.contract_id IS NOT OLD.contract_id OR NEW.claimant IS NOT OLD.claimant
  OR NEW.ground IS NOT OLD.ground OR NEW.facts IS NOT OLD.facts OR NEW.remedy_until IS NOT OLD.remedy_until
  OR NEW.claimed_by IS NOT OLD.claimed_by OR NEW.claimed_at IS NOT OLD.claimed_at
BEGIN SELECT RAISE(ABORT, 'termination: a notice is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER contract_terminations_permanent BEFORE DELETE ON contract_terminations
BEGIN SELECT RAISE(ABORT, 'termination: a notice is immutable'); END;
