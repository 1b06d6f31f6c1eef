CREATE TABLE `contract_security_terms` (
	`id` text PRIMARY KEY NOT NULL,
	`contract_id` text NOT NULL,
	`purpose` text NOT NULL,
	`rate_bp` integer,
	`amount_cents` integer NOT NULL,
	`kind` text NOT NULL,
	`months` integer NOT NULL,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `contract_security_terms_purpose` ON `contract_security_terms` (`contract_id`,`purpose`);--> statement-breakpoint
ALTER TABLE `contracts` ADD `handover_due` text;--> statement-breakpoint
ALTER TABLE `contracts` ADD `warranty_months` integer;--> statement-breakpoint
ALTER TABLE `contracts` ADD `delay_rate_bp` integer;--> statement-breakpoint
ALTER TABLE `contracts` ADD `delay_days` text;--> statement-breakpoint
ALTER TABLE `contracts` ADD `delay_max_days` integer;
--> statement-breakpoint
-- What the parties agreed on securities, warranty and delay is part of the text that they sign.
CREATE TRIGGER contracts_closing_frozen BEFORE UPDATE ON contracts
WHEN OLD.document_hash IS NOT NULL AND (
  NEW.handover_due IS NOT OLD.handover_due OR NEW.warranty_months IS NOT OLD.warranty_months OR NEW.delay_rate_bp IS NOT OLD.delay_rate_bp
  OR NEW.delay_days IS NOT OLD.delay_days OR NEW.delay_max_days IS NOT OLD.delay_max_days)
BEGIN SELECT RAISE(ABORT, 'contract: the text is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER contract_security_terms_added BEFORE INSERT ON contract_security_terms
WHEN (SELECT document_hash FROM contracts WHERE id = NEW.contract_id) IS NOT NULL
  OR (SELECT c.document_hash FROM contract_security_terms s JOIN contracts c ON c.id = s.contract_id WHERE s.id = NEW.id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'contract: the text is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER contract_security_terms_changed BEFORE UPDATE ON contract_security_terms
BEGIN SELECT RAISE(ABORT, 'contract: the securities are replaced, not changed'); END;
--> statement-breakpoint
CREATE TRIGGER contract_security_terms_removed BEFORE DELETE ON contract_security_terms
WHEN (SELECT document_hash FROM contracts WHERE id = OLD.contract_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'contract: the text is frozen'); END;
