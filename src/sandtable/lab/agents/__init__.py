"""Games as agents of other frameworks play them: numbers in, numbers out, nothing hidden shown."""
