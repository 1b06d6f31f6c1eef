DROP INDEX `sealed_documents_content`;--> statement-breakpoint
ALTER TABLE `sealed_documents` ADD `is_stamped` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `sealed_documents_content` ON `sealed_documents` (`contract_id`,`kind`,`content_digest`,`is_stamped`);--> statement-breakpoint
-- A file with a time stamp may be made beside one without; neither is replaced.
DROP TRIGGER sealed_documents_not_replaced;--> statement-breakpoint
CREATE TRIGGER sealed_documents_not_replaced BEFORE INSERT ON sealed_documents
WHEN EXISTS (SELECT 1 FROM sealed_documents WHERE id = NEW.id OR stored_as = NEW.stored_as
  OR (contract_id = NEW.contract_id AND kind = NEW.kind AND content_digest = NEW.content_digest AND is_stamped = NEW.is_stamped))
BEGIN SELECT RAISE(ABORT, 'seal: a sealed document is immutable'); END;
