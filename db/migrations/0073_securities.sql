CREATE TABLE `contract_securities` (
	`id` text PRIMARY KEY NOT NULL,
	`contract_id` text NOT NULL,
	`purpose` text NOT NULL,
	`kind` text NOT NULL,
	`guarantor` text NOT NULL,
	`number` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`valid_until` text,
	`file_id` text,
	`status` text NOT NULL,
	`reminded_at` integer,
	`recorded_by` text NOT NULL,
	`recorded_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recorded_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `contract_securities_contract` ON `contract_securities` (`contract_id`,`id`);--> statement-breakpoint
CREATE INDEX `contract_securities_due` ON `contract_securities` (`valid_until`) WHERE "contract_securities"."status" in ('recorded','received','claimed') and "contract_securities"."reminded_at" is null;--> statement-breakpoint
CREATE TABLE `contract_security_events` (
	`id` text PRIMARY KEY NOT NULL,
	`security_id` text NOT NULL,
	`action` text NOT NULL,
	`day` text,
	`person` text,
	`amount_cents` integer,
	`note` text,
	`actor_id` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`security_id`) REFERENCES `contract_securities`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `contract_security_events_security` ON `contract_security_events` (`security_id`,`id`);
--> statement-breakpoint
-- What was recorded of a security stays; only its state moves, and each step is a row.
CREATE TRIGGER contract_securities_kept BEFORE UPDATE ON contract_securities
WHEN NEW.id IS NOT OLD.id OR NEW.contract_id IS NOT OLD.contract_id OR NEW.purpose IS NOT OLD.purpose OR NEW.kind IS NOT OLD.kind
  OR NEW.guarantor IS NOT OLD.guarantor OR NEW.number IS NOT OLD.number OR NEW.amount_cents IS NOT OLD.amount_cents
  OR NEW.currency IS NOT OLD.currency OR NEW.valid_until IS NOT OLD.valid_until OR NEW.file_id IS NOT OLD.file_id
  OR NEW.recorded_by IS NOT OLD.recorded_by OR NEW.recorded_at IS NOT OLD.recorded_at
  OR (OLD.status IN ('returned', 'withdrawn') AND NEW.status IS NOT OLD.status)
BEGIN SELECT RAISE(ABORT, 'security: what was recorded stays'); END;
--> statement-breakpoint
CREATE TRIGGER contract_securities_begin BEFORE INSERT ON contract_securities
WHEN NEW.status NOT IN ('recorded', 'received') OR EXISTS (SELECT 1 FROM contract_securities WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'security: it begins as recorded or received'); END;
--> statement-breakpoint
CREATE TRIGGER contract_securities_permanent BEFORE DELETE ON contract_securities
BEGIN SELECT RAISE(ABORT, 'security: it is permanent'); END;
--> statement-breakpoint
CREATE TRIGGER contract_security_events_added BEFORE INSERT ON contract_security_events
WHEN EXISTS (SELECT 1 FROM contract_security_events WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'security: a step is permanent'); END;
--> statement-breakpoint
CREATE TRIGGER contract_security_events_changed BEFORE UPDATE ON contract_security_events
BEGIN SELECT RAISE(ABORT, 'security: a step is permanent'); END;
--> statement-breakpoint
CREATE TRIGGER contract_security_events_permanent BEFORE DELETE ON contract_security_events
BEGIN SELECT RAISE(ABORT, 'security: a step is permanent'); END;
