INSERT INTO collections (id, user_id, title, description, is_public, created_at, updated_at)
  SELECT md5('collection' || i)::uuid, md5('user' || 1 + i % 10000)::uuid, 'Collection ' || i, 'Number ' || i, i % 3 > 0, now(), now() FROM generate_series(1, 20000) i;

INSERT INTO collection_items (id, collection_id, project_id, note, position, created_at)
  SELECT md5('item' || i)::uuid, md5('collection' || 1 + i % 20000)::uuid, md5('project' || 1 + i % 14999)::uuid, 'Good', 1 + i / 20000, now() FROM generate_series(1, 60000) i;
