CREATE TABLE `seal_certificates` (
	`fingerprint` text PRIMARY KEY NOT NULL,
	`pem` text NOT NULL,
	`used_since` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `seal_certificates_used` ON `seal_certificates` (`used_since`);--> statement-breakpoint
CREATE TABLE `sealed_documents` (
	`id` text PRIMARY KEY NOT NULL,
	`contract_id` text NOT NULL,
	`kind` text NOT NULL,
	`content_digest` text NOT NULL,
	`stored_as` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`certificate` text NOT NULL,
	`sealed_at` integer NOT NULL,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`certificate`) REFERENCES `seal_certificates`(`fingerprint`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `sealed_documents_content` ON `sealed_documents` (`contract_id`,`kind`,`content_digest`);--> statement-breakpoint
CREATE UNIQUE INDEX `sealed_documents_stored_as` ON `sealed_documents` (`stored_as`);
--> statement-breakpoint
-- What somebody has downloaded stays as it was, and so does the certificate that it is checked with.
CREATE TRIGGER sealed_documents_immutable BEFORE UPDATE ON sealed_documents
BEGIN SELECT RAISE(ABORT, 'seal: a sealed document is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER sealed_documents_permanent BEFORE DELETE ON sealed_documents
BEGIN SELECT RAISE(ABORT, 'seal: a sealed document is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER sealed_documents_not_replaced BEFORE INSERT ON sealed_documents
WHEN EXISTS (SELECT 1 FROM sealed_documents WHERE id = NEW.id OR stored_as = NEW.stored_as
  OR (contract_id = NEW.contract_id AND kind = NEW.kind AND content_digest = NEW.content_digest))
BEGIN SELECT RAISE(ABORT, 'seal: a sealed document is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER seal_certificates_immutable BEFORE UPDATE ON seal_certificates
BEGIN SELECT RAISE(ABORT, 'seal: a certificate is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER seal_certificates_permanent BEFORE DELETE ON seal_certificates
BEGIN SELECT RAISE(ABORT, 'seal: a certificate is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER seal_certificates_not_replaced BEFORE INSERT ON seal_certificates
WHEN EXISTS (SELECT 1 FROM seal_certificates WHERE fingerprint = NEW.fingerprint)
BEGIN SELECT RAISE(ABORT, 'seal: a certificate is immutable'); END;
