//! What a conformance check needs beyond a well-mannered client: any bytes as input, the end of
//! the input without `quit`, and a look at how the process ends by itself.

use std::process::ExitStatus;
use std::time::Instant;

use super::{Engine, EngineFailure};

impl Engine {
    /// Sends bytes as they are; the transcript shows them readable.
    ///
    /// # Errors
    /// As [`Engine::send`].
    pub fn send_bytes(&mut self, bytes: &[u8]) -> Result<Instant, EngineFailure> {
        let shown = String::from_utf8_lossy(bytes);
        self.commands
            .push(&shown.escape_debug().to_string(), Instant::now());
        match self.process.write(bytes) {
            Ok(()) => Ok(Instant::now()),
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Err(self.closed()),
            Err(error) => Err(EngineFailure::Write(error)),
        }
    }

    /// Closes the engine's input and says nothing more.
    pub fn close_input(&mut self) {
        self.process.close_input();
    }

    /// How the process ended, if it does until the deadline; what it prints is thrown away.
    pub fn wait_for_exit(&mut self, deadline: Instant) -> Option<ExitStatus> {
        self.pending.clear();
        self.inbox.wait_for_end(deadline);
        self.process.wait(deadline)
    }
}
