package io.rltune.daemon.systemd;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Sends one datagram to a unix socket, which the JDK cannot (it has stream sockets only). Linux
 * only: constants of its ABI.
 */
final class UnixDatagram {
  private static final int AF_UNIX = 1;
  private static final int SOCK_DGRAM = 2;
  private static final int SOCK_CLOEXEC = 0x80000;
  private static final int MSG_NOSIGNAL = 0x4000;
  private static final int SUN_PATH = 108;

  private UnixDatagram() {}

  /** libc; loaded when first used, so that a failure of JNA is a failure to send. */
  private static final class LibC {
    static {
      Native.register(LibC.class, "c");
    }

    private LibC() {}

    static native int socket(int domain, int type, int protocol);

    static native long sendto(
        int socket, byte[] data, long length, int flags, Pointer address, int addressLength);

    static native int close(int fd);
  }

  /**
   * Sends.
   *
   * @param address a path, or a name in the abstract name space beginning with {@code @}
   * @throws IOException when the socket does not take it; the message names address and errno
   */
  static void send(String address, String text) throws IOException {
    byte[] path = address.getBytes(StandardCharsets.UTF_8);
    if (path.length == 0 || path.length >= SUN_PATH) {
      throw new IOException(
          "unix socket '" + address + "' has a name of " + path.length + " bytes");
    }
    if (path[0] == '@') {
      path[0] = 0;
    }
    int fd = LibC.socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) {
      throw new IOException("no unix socket to be had: errno " + Native.getLastError());
    }
    try (Memory sockaddr = new Memory(2 + SUN_PATH)) {
      sockaddr.clear();
      sockaddr.setShort(0, (short) AF_UNIX);
      sockaddr.write(2, path, 0, path.length);
      byte[] data = text.getBytes(StandardCharsets.UTF_8);
      long sent = LibC.sendto(fd, data, data.length, MSG_NOSIGNAL, sockaddr, 2 + path.length);
      if (sent != data.length) {
        throw new IOException(
            "unix socket '" + address + "' did not take it: errno " + Native.getLastError());
      }
    } finally {
      LibC.close(fd);
    }
  }
}
